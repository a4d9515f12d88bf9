import { readFileSync } from "node:fs";

import loadWabt from "wabt";

/** For rolldown and vitest: lets a module in WebAssembly's text format be imported as its binary, in base64. */
export function wat() {
  return {
    name: "wat",
    async load(id: string) {
      if (!id.endsWith(".wat")) return null;
      const wabt = await loadWabt();
      const parsed = wabt.parseWat(id, readFileSync(id, "utf8"));
      const { buffer } = parsed.toBinary({});
      parsed.destroy();
      return { code: `export default ${JSON.stringify(Buffer.from(buffer).toString("base64"))};`, moduleType: "js" as const };
    },
  };
}
