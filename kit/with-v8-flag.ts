import { isNode, nodeBinding } from "./node-binding.ts";

/** What node:v8 calls, whose loading costs more than is gained. */
interface Binding {
  setFlagsFromString(flags: string): void;
}

/**
 * Does some work while V8 goes about it as a process needs it that does it once and ends: `no-opt` makes no loop fast that
 * would be over sooner as it is; `wasm-lazy-validation` starts no threads to check a module that the build has checked. Only
 * in Node 20: the V8 of 22 refuses bytecode ever after, though its flags are what they were, and 24 does not give the switch.
 */
export function withV8Flag<Result>(flag: "no-opt" | "wasm-lazy-validation", work: () => Result): Result {
  const v8 = isNode(20) ? nodeBinding<Binding>("v8") : undefined;
  v8?.setFlagsFromString?.(`--${flag}`);
  try {
    return work();
  } finally {
    v8?.setFlagsFromString?.(flag === "no-opt" ? "--opt" : `--no-${flag}`); // what is loaded next has bytecode that was made under the usual flags
  }
}
