import type { Plugin } from "rolldown";

/**
 * What a chunk hands to others becomes a plain property, where it never changes: the bundler makes a function of each, which
 * is made when the chunk loads and called at every use. It stands at the chunk's end, where everything has its value.
 */
export const plainExports: Plugin = {
  name: "plain-exports",
  renderChunk(code) {
    return code.replace(/^Object\.defineProperty\(exports, "(\w+)", \{\s*enumerable: true,\s*get: function \(\) \{\s*return (\w+);\s*\}\s*\}\);$/gm, (getter, name, value) =>
      new RegExp(`^(?:(?:async )?function\\*?|const|class|var(?= \\w+ = (?:class|.*__exportAll)\\b)) ${value}(?![\\w$])`, "m").test(code) ? `exports.${name} = ${value};` : getter,
    );
  },
};
