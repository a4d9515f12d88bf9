import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Plugin for agents without command hooks → the file that it is made from, and the agent's name as the file has it. */
const SHIMS: Readonly<Record<string, readonly [source: string, agent: string]>> = {
  opencode: ["opencode.ts", "opencode"],
  kilo: ["opencode.ts", "opencode"],
};

/** Writes each plugin into a folder, as source: their agents load TypeScript. */
export default function copyShims(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, [source, agent]] of Object.entries(SHIMS)) {
    const text = readFileSync(join("shims", source), "utf8");
    const [before, after, ...more] = text.split(`const AGENT = "${agent}";`);
    if (after === undefined || more.length > 0) throw new Error(`${source} names its agent in another way than expected`);
    writeFileSync(join(folder, `${name}.ts`), `${before}const AGENT = "${name}";${after}`);
  }
}
