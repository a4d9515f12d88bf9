// Builds the program and the tools. The bundler's own command is not used, because it would print a line for each of
// five hundred chunks.
import { spawnSync } from "node:child_process";

import { rolldown } from "rolldown";
import { loadConfig } from "rolldown/config";

const started = performance.now();
const parts = await loadConfig("rolldown.config.ts");
for (const { output, ...input } of Array.isArray(parts) ? parts : [parts]) {
  const bundle = await rolldown(input);
  await bundle.write(output);
  await bundle.close();
}
const asker = `dist/ask-${process.platform}-${process.arch}`;
const isAsker = process.platform !== "win32" && compile(asker);
process.stdout.write(`Built dist and .build in ${((performance.now() - started) / 1000).toFixed(1)} s.${isAsker ? "" : " Without a C compiler each event starts Node."}\n`);

/**
 * Compiles the program that asks a resident. Returns whether it could. The program is static where that can be, since
 * one that links no library starts in two thirds of the time.
 */
function compile(target) {
  const options = ["-O2", "-Wall", "-Wextra", "-o", target, "launcher/ask.c"];
  const ways = [["musl-gcc", "-static", "-s"], ["cc", "-static", "-s"], ["cc"], ["gcc"], ["clang"]];
  return ways.some(([compiler, ...more]) => spawnSync(compiler, [...more, ...options], { stdio: "ignore" }).status === 0);
}
