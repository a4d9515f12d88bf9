import type { Plugin } from "rolldown";

/** V8 keeps a script in half the room and time where it is of Latin letters alone, and an escape in a string or pattern says the same. */
export const latinOnly: Plugin = {
  name: "latin-only",
  renderChunk(code) {
    return code.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  },
};
