import { nodeBinding } from "./node-binding.ts";

/** What node:v8 calls, whose loading costs more than is gained. */
interface Binding {
  setFlagsFromString(flags: string): void;
}

/**
 * Does work whose loops run some ten thousand times once, and then the process ends: V8 would spend more time on making them
 * fast, on a thread of its own, than they take as they are. Elsewhere than where Node gives the switch, as if this were not there.
 */
export function withoutOptimizing<Result>(work: () => Result): Result {
  const v8 = nodeBinding<Binding>("v8");
  v8?.setFlagsFromString?.("--no-opt");
  try {
    return work();
  } finally {
    v8?.setFlagsFromString?.("--opt"); // what is loaded next has bytecode that was made under the usual flags
  }
}
