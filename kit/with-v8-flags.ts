import { isNode, nodeBinding } from "./node-binding.ts";

/** What node:v8 calls, whose loading costs more than is gained. */
interface Binding {
  setFlagsFromString(flags: string): void;
}

/** Each with what puts it back. The numbers are those of Node 20: V8 goes on from Liftoff's code to TurboFan's after so many bytes of it. */
const FLAGS = {
  /** Makes no loop of a script fast that would be over sooner as it is. */
  "script-once": ["--no-opt", "--opt"],
  /** Starts no threads to check a WebAssembly module: the build has checked ours. */
  "module-trusted": ["--wasm-lazy-validation", "--no-wasm-lazy-validation"],
  /** The same, and compiles a module's function a second time only when it has run twenty times as long as else. */
  "module-once": ["--wasm-lazy-validation --wasm-tiering-budget=36000000", "--no-wasm-lazy-validation --wasm-tiering-budget=1800000"],
} as const;

/**
 * Does some work while V8 goes about it as a process needs it that does it once and ends. Only in Node 20: the V8 of 22
 * refuses bytecode ever after, though its flags are what they were, and 24 does not give the switch.
 */
export function withV8Flags<Result>(name: keyof typeof FLAGS, work: (isSet: boolean) => Result): Result {
  const set = isNode(20) ? nodeBinding<Binding>("v8")?.setFlagsFromString : undefined;
  const [flags, back] = FLAGS[name];
  set?.(flags);
  try {
    return work(set !== undefined);
  } finally {
    set?.(back); // what is loaded next has bytecode that was made under the usual flags
  }
}
