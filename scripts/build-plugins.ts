import { createHash } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

import type { Plugin } from "rolldown";

import { anchorLines, anchorPattern } from "../redactors/anchor-pattern.ts";
import { collectLicences } from "./collect-licences.ts";
import copyShims from "./copy-shims.ts";

const bundled = new Set<string>();

/** Writes the licences of what the bundles hold, the program's and the page's, beside the package's own. */
export const licences: Plugin = {
  name: "licences",
  writeBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === "chunk") for (const module of chunk.moduleIds) bundled.add(module);
    }
    writeFileSync("THIRD-PARTY-LICENSES.txt", collectLicences(bundled));
  },
};

/**
 * Modules whose content is worked out here, once, instead of by every hook: by the end of their path, what they export.
 */
const GENERATED: Readonly<Record<string, () => string>> = {
  "kit/build-id.ts": () => `export const buildId = () => "${hashOfSources()}";`,
  "redactors/anchor-pattern.ts": () =>
    `export const anchorPattern = () => ${JSON.stringify(anchorPattern())};\n` +
    `export const anchorLines = () => ${JSON.stringify(anchorLines())};`,
};

export const generated: Plugin = {
  name: "generated",
  load(id) {
    const path = Object.keys(GENERATED).find((end) => id.endsWith(`/${end}`));
    return path === undefined ? null : GENERATED[path]!();
  },
};

function hashOfSources(): string {
  const hash = createHash("sha256").update(readFileSync("package-lock.json"));
  const folders = readdirSync(".", { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !/^(?:\.|dist$|node_modules$|test$)/.test(entry.name),
  );
  for (const { name } of folders) {
    const files = readdirSync(name, { recursive: true, encoding: "utf8" }).filter((file) => /\.\w+$/.test(file));
    for (const file of files.sort()) hash.update(`${name}/${file}\n`).update(readFileSync(`${name}/${file}`));
  }
  return hash.digest("hex").slice(0, 32);
}

/** Puts beside the program what is no code of it: the plugins for agents without command hooks. */
export const programFiles: Plugin = {
  name: "program-files",
  writeBundle: () => copyShims("dist/shims"),
};

/** Puts what is no script beside the page's script; the styles become one file. */
export const pageFiles: Plugin = {
  name: "page-files",
  writeBundle() {
    for (const file of ["index.html", "icon.svg"]) copyFileSync(`page/${file}`, `dist/page/${file}`);
    const styles = readdirSync("page/styles").sort();
    writeFileSync("dist/page/page.css", styles.map((file) => readFileSync(`page/styles/${file}`, "utf8")).join("\n"));
  },
};
