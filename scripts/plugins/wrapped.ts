import type { Plugin } from "rolldown";

/** Writes each chunk in the function that `bin/chunks.ts` calls. Built around it at run time, its text would be there twice, and V8 tidy up before the hook is done. */
export const wrapped: Plugin = {
  name: "wrapped",
  renderChunk(code) {
    return `(function(exports, require, module, __filename, __dirname) {\n${code}\n})`;
  },
};
