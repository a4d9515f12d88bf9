import { builtinModules } from "node:module";
import { resolve as resolvePath } from "node:path";

import { defineConfig } from "rolldown";

import { executable, generated, licences, pageFiles, programFiles } from "./tools/scripts/build-plugins.ts";
import { throughDoors } from "./tools/scripts/through-doors.ts";

/**
 * CommonJS, since Node's loader of ES modules alone costs a seventh of a process start; names that a stack trace shows.
 */
const commonJs = {
  format: "cjs",
  entryFileNames: "[name].cjs",
  chunkFileNames: "[name].cjs",
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  comments: { jsdoc: false },
  charset: "ascii",
  // Chunks are run from the code cache, where `import()` of a library's, of a module of Node's, has no loader.
  dynamicImportInCjs: false,
} as const;

const HOOK =
  /\/(bin\/main|find-worktree|docker-agent|add-date|max-iterations|memory\/tails|in-shell)\.ts$|rolldown\/runtime/;
const CLEAN = "checkpoint-labels|only-reads|redact-secrets|redact-quoted";
const GUARDS = /\/(block-destructive|scan-commit|protect-snapveil|block-secret-files)\.ts$/;
/** Needed by events with a secret alone: one chunk in the place of nineteen. */
const FOUND = /\/(keep-refusal|tell-of-markers|describe-secrets|weigh-findings|weigh-event|kept-salt|refusal-log)\.ts$/;
const TEXTS = "add-(directory-listing|environment-info|prompt-files)";
const REDACTION = new RegExp(`/(${CLEAN}|${TEXTS})\\.ts$`);

/**
 * The modules that hooks load, in few files: each further file costs time. Modules that these import come with them.
 */
const groups = [
  { name: "hook", test: HOOK, priority: 50 },
  { name: "redaction", test: REDACTION, priority: 20 },
  { name: "guards", test: GUARDS, priority: 19 },
  { name: "codec", test: /agents\/codec\//, priority: 20 },
  { name: "git-context", test: /builtins\/add-(git-status|git-diff|recent-commits)\.ts$/, priority: 15 },
  { name: "known-values", test: /redactors\/known-values\/known-values-detector\.ts$/, priority: 12 },
  { name: "redactor", test: /redactors\/detect\.ts$|builtins\/redaction-counts\.ts$/, priority: 10 },
  { name: "found", test: FOUND, priority: 8 },
  // What a session's start notes of Claude Code's settings: not with what the other agents' files need.
  {
    name: "note-hooks",
    test: /builtins\/(note-hooks|keep-hooks\/(hook-files|noted-hooks))\.ts$|claude-code\.install\.ts$/,
    priority: 6,
  },
  { name: "install", test: /agents\/[\w-]+\.install\.ts$/, priority: 5 },
  // Whether there is anything to record, without what records.
  { name: "snapshot", test: /builtins\/snapshot\.ts$/, priority: 16 },
  { name: "record", test: /builtins\/(record-event|snapshot-(further|joined))\.ts$/, priority: 5 },
];

const external = [...builtinModules, /^node:/];
// The UMD builds of some packages require by a computed name, which no bundler can follow.
const resolve = { mainFields: ["module", "main"] };
/** A table loads each of its rows by `import()`, also a row that another file imports: the bundler warns of that. */
const checks = { ineffectiveDynamicImport: false, pluginTimings: false };
const program = { platform: "node", resolve, external, checks, logLevel: "warn" } as const;
const beside = { ...commonJs, dir: "dist" };

export default defineConfig([
  {
    ...program,
    input: { main: "bin/main.ts" },
    plugins: [throughDoors, licences, generated, programFiles],
    output: { ...beside, cleanDir: true, codeSplitting: { groups } },
  },
  // The process's first file, which loads the chunks above, and the writer of the code cache get a file each.
  {
    ...program,
    input: { snapveil: "bin/snapveil.ts" },
    plugins: [throughDoors, generated, executable("snapveil.cjs")],
    output: beside,
  },
  {
    ...program,
    input: { "write-code-cache": "bin/write-code-cache.ts" },
    plugins: [throughDoors, generated],
    output: beside,
  },
  {
    // A module that Claude Code reads and loads itself, in a world without Node: nothing in it is renamed.
    input: { "claude-mod": "agents/shims/claude-mod.ts" },
    platform: "neutral",
    logLevel: "warn",
    plugins: [throughDoors, generated],
    transform: { inject: { Buffer: [resolvePath("agents/shims/bytes.ts"), "Buffer"] } },
    output: { ...commonJs, format: "es", dir: "dist", entryFileNames: "[name].mjs" },
  },
  {
    // The page of `snapveil ui`: a script for the browser, and one for colours.
    input: { page: "page/app.tsx" },
    platform: "browser",
    logLevel: "warn",
    plugins: [licences, pageFiles],
    output: {
      format: "es",
      dir: "dist/page",
      entryFileNames: "[name].js",
      chunkFileNames: "[name].js", // `colours.js`: the highlighter is loaded with the first difference
      minify: true,
    },
  },
  {
    // Programs that run from a checkout only.
    ...program,
    input: {
      bench: "tools/bench/bench.ts",
      "bench-destructive": "tools/bench/destructive-bench.ts",
      "bench-history": "tools/bench/history-bench.ts",
      "bench-long": "tools/bench/long-bench.ts",
      "bench-secrets": "tools/bench/secrets-bench.ts",
      "bench-snapshot": "tools/bench/snapshot-bench.ts",
      "bench-ui": "tools/bench/ui-bench.ts",
      demo: "tools/demo/demo.ts",
      "demo-ui": "tools/demo/demo-ui.ts",
      "draw-film": "tools/scripts/draw-film.ts",
      "draw-terminal": "tools/scripts/draw-terminal.ts",
      "draw-ui": "tools/scripts/draw-ui.ts",
      "gather-pairs": "tools/judge/gather-pairs.ts",
      "print-docs": "tools/scripts/print-docs.ts",
      signs: "tools/scripts/signs.ts",
      "test-agents": "test/agents/run.ts",
      "train-judge": "tools/judge/train-judge.ts",
    },
    external: [...external, "playwright-core", "rolldown", "typescript"],
    output: { ...commonJs, cleanDir: true, dir: ".build" },
  },
]);
