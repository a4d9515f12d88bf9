import { loadBuiltin } from "../../kit/load-builtin.ts";
import { forgetRemembered } from "../../kit/remembered.ts";

let collect: (() => void) | undefined;

/**
 * Forgets the events that were answered and frees their memory. V8 does not write over memory that it frees, so texts
 * can still be found there by who may read this process's memory.
 */
export function clearMemory(): void {
  /x/.test("x"); // V8 keeps the text that was matched last
  forgetRemembered();
  if (!collect) {
    const { setFlagsFromString } = loadBuiltin<typeof import("node:v8")>("node:v8");
    setFlagsFromString("--expose-gc");
    collect = loadBuiltin<typeof import("node:vm")>("node:vm").runInNewContext("gc") as () => void;
    setFlagsFromString("--no-expose-gc"); // V8 refuses bytecode while an option differs
  }
  collect();
}
