import { readFileSync } from "node:fs";

import loadWabt from "wabt";

/** For rolldown and vitest: lets a module in WebAssembly's text format be imported as its binary, in base64. */
export function wat() {
  return {
    name: "wat",
    async load(id: string) {
      if (!id.endsWith(".wat")) return null;
      return { code: `export default ${JSON.stringify((await toBinary(id)).toString("base64"))};`, moduleType: "js" as const };
    },
  };
}

/** A file in WebAssembly's text format as its binary. What follows a line `;; N times` is written N times, with its number for each `*`. */
export async function toBinary(file: string): Promise<Buffer> {
  const wabt = await loadWabt();
  const text = readFileSync(file, "utf8").replace(/^ *;; (\d+) times\n(.*)\)\s*$/ms, (_, count: string, part: string) => `${Array.from({ length: Number(count) }, (_, n) => part.replaceAll("*", String(n))).join("\n")})`);
  const parsed = wabt.parseWat(file, text);
  const { buffer } = parsed.toBinary({});
  parsed.destroy();
  return Buffer.from(buffer);
}
