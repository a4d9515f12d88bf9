import { writeFileSync } from "node:fs";
import { builtinModules } from "node:module";

import { defineConfig, type Plugin } from "rolldown";

import { collectLicences } from "./scripts/collect-licences.ts";
import writeAutomaton from "./scripts/write-automaton.ts";

const external = [...builtinModules, /^node:/];

/** Writes the licences of what the bundle holds beside the package's own. */
const licences: Plugin = {
  name: "licences",
  writeBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
    writeFileSync("THIRD-PARTY-LICENSES.txt", collectLicences(modules));
  },
};

/** Writes the redactor's keyword automaton beside the chunks: building it takes longer than all the rest of a hook. */
const automaton: Plugin = {
  name: "automaton",
  writeBundle() {
    writeAutomaton("dist/automaton.bin");
  },
};

/** The ES module build of a package first: the UMD builds of some require by a computed name, which no bundler can follow. */
const resolve = { mainFields: ["module", "main"] };

/** Names without hashes, so that a stack trace and the list of files in the package stay readable. */
const commonJs = { format: "cjs", entryFileNames: "[name].cjs", chunkFileNames: "[name].cjs", minify: false, cleanDir: true } as const;

export default defineConfig([
  {
    // CommonJS chunks behind a small entry: Node's ES module loader alone costs a seventh of a process start.
    input: { snapveil: "bin/snapveil.ts" },
    platform: "node",
    resolve,
    external,
    plugins: [licences, automaton],
    output: { ...commonJs, dir: "dist" },
  },
  {
    // What is run from a checkout only.
    input: { bench: "bench/bench.ts", "bench-snapshot": "bench/snapshot-bench.ts", demo: "demo/demo.ts", "draw-demo": "scripts/draw-demo.ts" },
    platform: "node",
    resolve,
    external,
    output: { ...commonJs, dir: ".build" },
  },
]);
