// Builds the program and the tools. The bundler's own command is not used, because it would print a line for each of
// five hundred chunks.
import { rolldown } from "rolldown";
import { loadConfig } from "rolldown/config";

const started = performance.now();
const parts = await loadConfig("rolldown.config.ts");
for (const { output, ...input } of Array.isArray(parts) ? parts : [parts]) {
  const bundle = await rolldown(input);
  await bundle.write(output);
  await bundle.close();
}
process.stdout.write(`Built dist and .build in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`);
