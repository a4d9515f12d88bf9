import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";

import type { Plugin } from "rolldown";

import { interpreters, recipeRunners } from "../../builtins/block-destructive/interpreters.ts";
import { mayDestroy, mayHandOut, mayPrint, mayPublish, mayRespell } from "../../builtins/gates/gates.ts";
import { anchorLines, anchorPattern } from "../../redactors/anchor-pattern.ts";

const bundled = new Set<string>();

/** Writes the licences of all bundled packages, for the program and the page, into one file. */
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
 * The licences of all bundled packages as one text.
 * @param modules the paths of the bundled modules
 * @throws Error if a package states no licence
 */
function collectLicences(modules: Iterable<string>): string {
  const folders = [...new Set([...modules].map(packageFolder).filter((folder) => folder !== undefined))];
  const entries = folders.map(describe).sort((first, second) => first.title.localeCompare(second.title));
  const unique = entries.filter((entry, index) => entries.findIndex((other) => other.title === entry.title) === index);
  const intro = "snapveil bundles the packages below. Their licences follow.\n";
  return [
    intro,
    ...unique.map(({ title, licence, text }) => `${"-".repeat(78)}\n${title}\nLicence: ${licence}\n\n${text.trim()}\n`),
  ].join("\n");
}

function packageFolder(module: string): string | undefined {
  const marker = `${sep}node_modules${sep}`;
  if (!module.includes(marker)) return undefined;
  let folder = dirname(module.replace(/^\0/, "").replace(/\?.*$/, ""));
  // A package.json without a name is skipped: some packages have such a file beside each build, only to state the
  // module format.
  while (folder.includes(marker)) {
    const manifest = join(folder, "package.json");
    if (existsSync(manifest) && (JSON.parse(readFileSync(manifest, "utf8")) as { name?: string }).name) return folder;
    folder = dirname(folder);
  }
  return undefined;
}

function describe(folder: string): { title: string; licence: string; text: string } {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    name: string;
    version: string;
    license?: string;
  };
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  if (!file && !license) throw new Error(`${name} is bundled but states no licence.`);
  const text = file
    ? readFileSync(join(folder, file), "utf8")
    : `(${name} ships no licence text; its package.json says ${license}.)`;
  return { title: `${name} ${version}`, licence: license ?? "see text", text };
}

/** End of a module's path → its code, for modules whose values are computed by the build and not by every hook. */
const GENERATED: Readonly<Record<string, () => string>> = {
  "kit/build-id.ts": () => `export const buildId = () => "${hashOfSources()}";`,
  "builtins/block-destructive/interpreters.ts": () =>
    `export const interpreters = () => ${JSON.stringify(interpreters())};` +
    `export const recipeRunners = () => ${JSON.stringify(recipeRunners())};`,
  "builtins/gates/gates.ts": () =>
    Object.entries({ mayDestroy, mayPrint, mayHandOut, mayPublish, mayRespell })
      .map(([name, table]) => `export const ${name} = () => (${JSON.stringify(table())});\n`)
      .join(""),
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

/**
 * Makes a file of `dist` executable, since a link to it (`npm link`) has to start the program after each build, too.
 */
export function executable(name: string): Plugin {
  return { name: "executable", writeBundle: () => chmodSync(`dist/${name}`, 0o755) };
}

/** Copies two kinds of files beside the program: the launchers, and the plugins for agents without command hooks. */
export const programFiles: Plugin = {
  name: "program-files",
  writeBundle() {
    copyShims("dist/shims");
    copyShims("dist/plugins", PACKAGED);
    for (const name of readdirSync("agents/shims/launcher")) {
      copyFileSync(`agents/shims/launcher/${name}`, `dist/${name}`);
      chmodSync(`dist/${name}`, 0o755);
    }
  },
};

/** Plugin for an agent without command hooks → its source file, and the agent's name in that file. */
const SHIMS: Readonly<Record<string, readonly [source: string, agent: string]>> = {
  opencode: ["opencode.ts", "opencode"],
  kilo: ["opencode.ts", "opencode"],
  pi: ["pi.ts", "pi"],
};

const PROGRAM = 'const PROGRAM: readonly string[] = ["snapveil"];';
/** The lines with which a plugin starts the program in the package, where both are in neighbouring folders. */
const PACKAGED = `import { fileURLToPath } from "node:url";
const beside = (name: string) => fileURLToPath(new URL(\`../\${name}\`, import.meta.url));
const PROGRAM: readonly string[] =
  process.platform === "win32" ? ["node", beside("snapveil.cjs")] : [beside("snapveil")];`;

/**
 * Writes each plugin into a folder, as TypeScript including the shared code; the agents load TypeScript.
 * @param program the lines that name the program to start
 */
function copyShims(folder: string, program = PROGRAM): void {
  mkdirSync(folder, { recursive: true });
  const common = ["program", "commands"].map((name) => readFileSync(`agents/shims/${name}.ts`, "utf8")).join("\n");
  const shared = taken(common, PROGRAM, program).replace(/^export /gm, "");
  for (const [name, [source, agent]] of Object.entries(SHIMS)) {
    const shim = readFileSync(join("agents/shims", source), "utf8");
    const whole = `${taken(shim, /(?:^import \{[^}]*\} from "\.\/(?:program|commands)\.ts";\n)+\n/m, "")}\n${shared}`;
    writeFileSync(join(folder, `${name}.ts`), taken(whole, `const AGENT = "${agent}";`, `const AGENT = "${name}";`));
  }
}

function taken(text: string, part: string | RegExp, other: string): string {
  const found = typeof part === "string" ? text.includes(part) : part.test(text);
  if (!found) throw new Error(`a plugin does not hold ${String(part)}`);
  return text.replace(part, () => other);
}

/** Copies the page's files beside the page's script, and joins the page's styles to one file. */
export const pageFiles: Plugin = {
  name: "page-files",
  writeBundle() {
    for (const file of ["index.html", "icon.svg"]) copyFileSync(`page/${file}`, `dist/page/${file}`);
    const styles = readdirSync("page/styles").sort();
    writeFileSync("dist/page/page.css", styles.map((file) => readFileSync(`page/styles/${file}`, "utf8")).join("\n"));
  },
};
