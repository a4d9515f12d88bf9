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

/** A file in WebAssembly's text format as its binary. */
export async function toBinary(file: string): Promise<Buffer> {
  const wabt = await loadWabt();
  const parsed = wabt.parseWat(file, readFileSync(file, "utf8"));
  const { buffer } = parsed.toBinary({});
  parsed.destroy();
  return Buffer.from(buffer);
}
