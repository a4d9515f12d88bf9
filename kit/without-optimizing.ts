import { isNode, nodeBinding } from "./node-binding.ts";

/** What node:v8 calls, whose loading costs more than is gained. */
interface Binding {
  setFlagsFromString(flags: string): void;
}

/**
 * Does work whose loops run some ten thousand times once, and then the process ends: V8 would spend more time on making them
 * fast, on a thread of its own, than they take as they are. Only in Node 20: the V8 of 22 refuses bytecode ever after, though
 * its flags are what they were, and 24 does not give the switch.
 */
export function withoutOptimizing<Result>(work: () => Result): Result {
  const v8 = isNode(20) ? nodeBinding<Binding>("v8") : undefined;
  v8?.setFlagsFromString?.("--no-opt");
  try {
    return work();
  } finally {
    v8?.setFlagsFromString?.("--opt"); // what is loaded next has bytecode that was made under the usual flags
  }
}
