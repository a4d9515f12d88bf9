import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Plugin for agents without command hooks → the file that it is made from, and the agent's name as the file has it. */
const SHIMS: Readonly<Record<string, readonly [source: string, agent: string]>> = {
  opencode: ["opencode.ts", "opencode"],
  kilo: ["opencode.ts", "opencode"],
  pi: ["pi.ts", "pi"],
};

/** Writes each plugin into a folder, with what they share put into it, as source: their agents load TypeScript. */
export default function copyShims(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const shared = readFileSync("shims/program.ts", "utf8").replace(/^export /gm, "");
  for (const [name, [source, agent]] of Object.entries(SHIMS)) {
    const text = readFileSync(join("shims", source), "utf8");
    const whole = `${taken(text, /^import \{[^}]*\} from "\.\/program\.ts";\n\n/m, "")}\n${shared}`;
    writeFileSync(join(folder, `${name}.ts`), taken(whole, `const AGENT = "${agent}";`, `const AGENT = "${name}";`));
  }
}

function taken(text: string, part: string | RegExp, other: string): string {
  if (text.search(part) < 0) throw new Error(`a plugin does not hold ${String(part)}`);
  return text.replace(part, other);
}
