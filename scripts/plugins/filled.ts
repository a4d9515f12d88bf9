import type { Plugin } from "rolldown";

/**
 * Fills up the chunks that only long searches load to what V8 keeps apart from all else that is new. Of that it tidies up each
 * MiB, and with the texts of all chunks a search that loads them all would come to it.
 */
export const filled: Plugin = {
  name: "filled",
  renderChunk(code, { name }) {
    return ["names", "values", "runs", "readers"].includes(name) ? code.padEnd(131_072, "\n") : null;
  },
};
