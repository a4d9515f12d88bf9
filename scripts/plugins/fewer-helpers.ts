import type { Plugin } from "rolldown";

/** Of the bundler's helpers, the one that hooks need: a module's exports as an object. */
const EXPORT_ALL = "{ __exportAll: (all) => Object.defineProperties({}, Object.fromEntries(Object.entries(all).map(([name, get]) => [name, { get, enumerable: true }]))) }";

/** The bundler keeps its helpers in a chunk that nearly every other asks for, and each file that a hook loads costs it time. */
export const fewerHelpers: Plugin = {
  name: "fewer-helpers",
  renderChunk(code) {
    const helpers = new Set(Array.from(code.matchAll(/\brequire_rolldown_runtime\.(\w+)/g), ([, helper]) => helper));
    if ([...helpers].some((helper) => helper !== "__exportAll")) return null;
    return code.replace(/^const require_rolldown_runtime = .*\n/m, helpers.size === 0 ? "" : `const require_rolldown_runtime = ${EXPORT_ALL};\n`);
  },
};
