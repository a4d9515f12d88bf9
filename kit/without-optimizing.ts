import { loadBuiltin } from "./load-builtin.ts";

/**
 * Has V8 make no machine code while something runs. It does so for what runs often, in threads beside, and a process that
 * lives a tenth of a second ends before that pays: a fifth of what recording a hundred files cost went there. What Node or
 * a chunk is loaded from meanwhile is compiled anew, as V8 takes bytecode only under the flags that it was made with: so
 * that is to be loaded before.
 */
export function withoutOptimizing<Result>(work: () => Result): Result {
  if (typeof WebAssembly === "undefined") return work(); // node --jitless, which could not bear the end of it
  const { setFlagsFromString } = loadBuiltin<typeof import("node:v8")>("node:v8");
  setFlagsFromString("--no-opt");
  const again = () => setFlagsFromString("--opt");
  let result: Result;
  try {
    result = work();
  } catch (error) {
    again();
    throw error;
  }
  if (result instanceof Promise) return result.finally(again) as Result;
  again();
  return result;
}
