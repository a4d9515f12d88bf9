import { createHash } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";

import { defineConfig, type Plugin } from "rolldown";

import { FLAGS } from "./redactors/charset.ts";
import * as quickWordLists from "./redactors/quick-words.ts";
import { collectLicences } from "./scripts/collect-licences.ts";
import copyShims from "./scripts/copy-shims.ts";
import { eager } from "./scripts/plugins/eager.ts";
import { fewerHelpers } from "./scripts/plugins/fewer-helpers.ts";
import { filled } from "./scripts/plugins/filled.ts";
import { lateNode } from "./scripts/plugins/late-node.ts";
import { latinOnly } from "./scripts/plugins/latin-only.ts";
import { plainExports } from "./scripts/plugins/plain-exports.ts";
import { plainNamespaces } from "./scripts/plugins/plain-namespaces.ts";
import { wrapped } from "./scripts/plugins/wrapped.ts";
import { wat } from "./scripts/wat.ts";
import writeTables from "./scripts/write-tables.ts";

const external = [...builtinModules, /^node:/];

const bundled = new Set<string>();

/** Writes the licences of what the bundles hold, the program's and the page's, beside the package's own. */
const licences: Plugin = {
  name: "licences",
  writeBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) if (chunk.type === "chunk") for (const module of chunk.moduleIds) bundled.add(module);
    writeFileSync("THIRD-PARTY-LICENSES.txt", collectLicences(bundled));
  },
};

/** Puts what is no script beside the page's script; the styles become one file. */
const pageFiles: Plugin = {
  name: "page-files",
  writeBundle() {
    for (const file of ["index.html", "icon.svg"]) copyFileSync(`page/${file}`, `dist/page/${file}`);
    writeFileSync("dist/page/page.css", readdirSync("page/styles").sort().map((file) => readFileSync(`page/styles/${file}`, "utf8")).join("\n"));
  },
};

/** The classes of characters as the numbers that they come to, which hooks would else work out each time. */
const characterFlags: Plugin = {
  name: "character-flags",
  transform: (code, id) => (id.endsWith("redactors/charset.ts") ? code.replace(/(FLAGS(?:: Uint16Array)? = )fill\(\)/, `$1new Uint16Array([${FLAGS.join()}])`) : null),
};

/** What the first hook of a turn asks every text, as plain lists: made from the rules, which it would load otherwise. */
const quickWords: Plugin = {
  name: "quick-words",
  load(id) {
    if (!id.endsWith("redactors/quick-words.ts")) return null;
    // As one text: V8 looks up each string of a list when it reads the bytecode, and that takes longer than to split it.
    return Object.entries(quickWordLists).map(([name, list]) => `export const ${name} = () => ${JSON.stringify(list().join("\n"))}.split("\\n");`).join("\n");
  },
};

/**
 * Writes the detector's tables beside the chunks, where they take well under a millisecond to read; as code they would be
 * compiled for every hook. So the chunks hold no way to make them.
 */
const tables: Plugin = {
  name: "tables",
  load(id) {
    if (!id.endsWith("redactors/build-tables.ts")) return null;
    return 'export function buildTables() { throw new Error("rules.bin is missing or damaged: build or install snapveil anew."); }';
  },
  writeBundle() {
    return writeTables("dist/rules.bin");
  },
};

/** What session memories are kept by: texts that one build found to hold nothing, another one searches again. */
const rulesVersion: Plugin = {
  name: "rules-version",
  load(id) {
    if (!id.endsWith("redactors/rules-version.ts")) return null;
    const sources = readdirSync("redactors", { recursive: true, encoding: "utf8" }).filter((file) => /\.\w+$/.test(file)).sort();
    const hash = sources.reduce((sum, file) => sum.update(`${file}\n`).update(readFileSync(`redactors/${file}`)), createHash("sha256"));
    return `export const rulesVersion = () => "${hash.digest("hex").slice(0, 32)}";`;
  },
};

/** Puts the plugins for agents without command hooks beside the program. */
const shims: Plugin = {
  name: "shims",
  writeBundle() {
    copyShims("dist/shims");
  },
};

/** The ES module build of a package first: the UMD builds of some require by a computed name, which no bundler can follow. */
const resolve = { mainFields: ["module", "main"] };

/** Names without hashes, so that a stack trace and the list of files in the package stay readable. */
const commonJs = { format: "cjs", entryFileNames: "[name].cjs", chunkFileNames: "[name].cjs", minify: false, comments: { jsdoc: false }, cleanDir: true } as const;

/** What every hook needs in one file, and so what redacts: each file more is time. What they import comes with them. */
const hookChunks = [
  { name: "main", test: /bin\/main\.ts$|rolldown\/runtime|worktree\/find-worktree\.ts$|kit\/(?:iso-time|node-binding|read-regular-file|with-v8-flags)\.ts$/, priority: 50 },
  { name: "git", test: /kit\/(run-process|git-environment)\.ts$/, priority: 20 },
  { name: "veil", test: /builtins\/(redact-secrets|veil|add-directory-listing|add-prompt-files)\.ts$/, priority: 20 },
  { name: "words", test: /redactors\/(placeholder|word-list|judge-key|catalogue\/vendors)\.ts$/, priority: 15 },
  { name: "known-values", test: /redactors\/known-values\/known-values-detector\.ts$/, priority: 12 },
  { name: "survey", test: /redactors\/search-closely\.ts$/, priority: 10 },
  { name: "redactor", test: /redactors\/redactor\.ts$|builtins\/redaction-counts\.ts$/ },
  { name: "settings", test: /worktree\/json-settings\.ts$/, priority: 20 },
  { name: "jsonc-settings", test: /worktree\/jsonc-settings\.ts$/ },
  { name: "yaml-settings", test: /worktree\/yaml-settings\.ts$/ },
  { name: "git-context", test: /builtins\/add-(git-status|git-diff|recent-commits)\.ts$/ },
  { name: "snapshot", test: /builtins\/snapshot\.ts$|shadow-repo\/open-shadow\.ts$/ },
  { name: "store", test: /shadow-repo\/store\/(?:store-changes|object-writer)\.ts$/ },
];

/** Modules of the chunks above that most hooks never call, by the chunk that they lie in: it is loaded when the first of them is called. */
const LATE = {
  context: /builtins\/(?:add-date|add-environment-info|add-user-info|user-on-linux|max-iterations)\.ts$/,
  failure: /(?:kit\/(?:stack-of|user-error|blank-texts|plain-name|closing-quote)|protocol\/(?:salvage|dialects\/text-of)|dispatch\/(?:failed-outcome|settled)|worktree\/settled-calls)\.ts$/,
  files: /(?:kit\/(?:sha256|make-folder|atomic-write)|worktree\/forget-old-files|dispatch\/with-opened)\.ts$/,
  config: /worktree\/read-git-config\.ts$/,
  names: /redactors\/(?:judge-name|join-names|readers\/(?:may-be-keyed|may-be-value|may-have-options|named|line-start|expression|compared|operator|heading))\.ts$/,
  values: /redactors\/(?:judge-value|judge-keyed|has-own-shape|is-code|typed-values|value-traits|readers\/(?:keyed|value|setting|column|is-bundled))\.ts$/,
  runs: /redactors\/(?:judge-owner|is-type-name|decode-blob|is-in-blob|readers\/(?:call|cloud-id|header|jwt|url|twitter|device|dsn|piped))\.ts$/,
  readers: /redactors\/(?:read-phrases|catalogue\/seed-words|readers\/(?:command|created-tables|insert|jwk|kubernetes|open-vpn|pair|pem|pgpass|recovery-codes|seed-list|shadow))\.ts$/,
};
const lateChunks = Object.entries(LATE).map(([name, test]) => ({ name, test, priority: 60, includeDependenciesRecursively: false }));

/** Loads the chunks above where something of them is called, where the bundler loads them with the chunk that calls. */
const late: Plugin = {
  name: "late",
  renderChunk(code) {
    const names: string[] = [];
    const changed = code.replace(/^const (require_\w+) = require\("\.\/(\w+)\.cjs"\);$/gm, (line, variable: string, chunk: string) => {
      if (!Object.hasOwn(LATE, chunk)) return line;
      names.push(variable);
      return `let ${variable};`;
    });
    return names.reduce((text, variable) => {
      if (new RegExp(`\\b${variable}\\b(?![.;])`).test(text)) throw new Error(`${variable} is used as a whole, which loads it at once.`);
      return text.replaceAll(new RegExp(`\\b${variable}\\.`, "g"), `(${variable} ??= require("./${variable.slice("require_".length)}.cjs")).`);
    }, changed);
  },
};

export default defineConfig([
  {
    // CommonJS chunks behind a small entry: Node's ES module loader alone costs a seventh of a process start.
    input: { main: "bin/main.ts" },
    platform: "node",
    resolve,
    external,
    // `plainExports` knows namespaces by the helper that `plainNamespaces` takes away, and `fewerHelpers` drops it once nothing asks for it.
    plugins: [licences, tables, characterFlags, quickWords, rulesVersion, shims, plainExports, plainNamespaces, fewerHelpers, late, lateNode, latinOnly, wrapped, filled, wat()],
    output: { ...commonJs, dir: "dist", codeSplitting: { groups: [...lateChunks, ...hookChunks] } },
  },
  {
    // The process's first file, which loads the chunks above, in one piece.
    input: { snapveil: "bin/snapveil.ts" },
    platform: "node",
    external,
    plugins: [eager],
    output: { ...commonJs, cleanDir: false, dir: "dist" },
  },
  {
    // A thread of its own, which starts with nothing of all that.
    input: { "progress-thread": "bin/progress-thread.ts" },
    platform: "node",
    external,
    output: { ...commonJs, cleanDir: false, dir: "dist" },
  },
  {
    input: { "write-code-cache": "bin/write-code-cache.ts" },
    platform: "node",
    external,
    output: { ...commonJs, cleanDir: false, dir: "dist" },
  },
  {
    // The page of `snapveil ui`: one script for the browser. It lies in `dist`, so it comes after what clears that.
    input: { page: "page/main.tsx" },
    platform: "browser",
    transform: { jsx: { runtime: "automatic", importSource: "preact" } },
    plugins: [licences, pageFiles],
    output: { format: "es", dir: "dist/page", entryFileNames: "[name].js", minify: true },
  },
  {
    // What is run from a checkout only.
    input: { bench: "bench/bench.ts", "bench-secrets": "bench/secrets-bench.ts", "bench-snapshot": "bench/snapshot-bench.ts", "bench-ui": "bench/ui-bench.ts", demo: "demo/demo.ts", "demo-ui": "demo/demo-ui.ts", "draw-demo": "scripts/draw-demo.ts", "draw-terminal": "scripts/draw-terminal.ts", "draw-ui": "scripts/draw-ui.ts", signs: "scripts/signs.ts", "test-agents": "test/agents/run.ts" },
    platform: "node",
    resolve,
    external: [...external, "playwright-core", "rolldown", "typescript"],
    plugins: [wat()],
    output: { ...commonJs, dir: ".build" },
  },
]);
