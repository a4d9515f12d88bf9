import type { Plugin } from "rolldown";

/** Node's own modules are loaded where something of them is called: each takes a hook longer than a file. */
export const lateNode: Plugin = {
  name: "late-node",
  renderChunk(code) {
    const modules = [...code.matchAll(/^let (node_\w+) = (require\("node:\w+"\));$/gm)].filter(([, variable]) => !new RegExp(`\\b${variable}\\b(?! = require\\(|\\.)`).test(code));
    return modules.reduce((text, [line, variable, load]) => text.replace(line, `let ${variable};`).replaceAll(new RegExp(`\\b${variable}\\.`, "g"), `(${variable} ??= ${load}).`), code);
  },
};
