import type { Plugin } from "rolldown";

/**
 * The functions of the process's first file are called in every hook and have no bytecode: in parentheses V8 compiles them at
 * once, where it would only look through them first and again when they are called.
 */
export const eager: Plugin = {
  name: "eager",
  renderChunk(code) {
    return code.replace(/^function (\w+)(\([^]*?\n\})$/gm, (all, name, rest) => (name === "documented" ? all : `const ${name} = (function ${name}${rest});`));
  },
};
