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

/** A file in WebAssembly's text format as its binary. The last function may be exported as `NAME*N`: it is written N times, as NAME0, NAME1 and so on. */
export async function toBinary(file: string): Promise<Buffer> {
  const wabt = await loadWabt();
  const text = readFileSync(file, "utf8").replace(/\(func \(export "(\w+)\*(\d+)"\)(.*)\)\s*$/s, (_, name: string, count: string, rest: string) =>
    `${Array.from({ length: Number(count) }, (_, n) => `(func (export "${name}${n}")${rest}`).join("\n")})`,
  );
  const parsed = wabt.parseWat(file, text);
  const { buffer } = parsed.toBinary({});
  parsed.destroy();
  return Buffer.from(buffer);
}
