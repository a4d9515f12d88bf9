import type { Plugin } from "rolldown";

/**
 * A module's exports as an object, for who imports it late: with plain properties where all of them are functions, which are
 * there from the beginning and never change. The bundler's helper makes a function for each, and then an object of these.
 */
export const plainNamespaces: Plugin = {
  name: "plain-namespaces",
  renderChunk(code) {
    return code.replace(/require_rolldown_runtime\.__exportAll\((\{[^{}]*\})\)/g, (all, list: string) => (holdsFunctions(list, code) ? list.replaceAll("() => ", "") : all));
  },
};

function holdsFunctions(list: string, code: string): boolean {
  return Array.from(list.matchAll(/\(\) => ([\w$]+)/g)).every(([, value = ""]) => new RegExp(`^(?:async )?function\\*? ${value.replaceAll("$", "\\$")}(?![\\w$])`, "m").test(code));
}
