import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { Script } from "node:vm";

/** What a chunk's file holds: a CommonJS module in the function that gives it its names. The build writes it so, since to put it around here would copy each text once more. */
type Wrapper = (exports: object, require: (id: string) => unknown, module: { exports: object }, filename: string, dirname: string) => void;

/** Of the CommonJS module that this is built into. */
declare const require: (id: string) => unknown;

const folder = import.meta.dirname;
const modules = new Map<string, { exports: object }>();
/** What was compiled, by chunk. */
export const scripts = new Map<string, Script>();

/**
 * Loads a chunk from beside this file, once, as `require` would, but with the bytecode that the code cache holds for it.
 * Compiling is most of what a hook costs beyond starting Node.
 */
export function loadChunk(name: string): object {
  const known = modules.get(name);
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  modules.set(name, module);
  const filename = `${folder}/${name}`;
  const code = readFileSync(filename, "utf8");
  const script = new Script(code, { filename, cachedData: readCache(name) });
  scripts.set(name, script);
  (script.runInThisContext() as Wrapper)(module.exports, requireFromChunk, module, filename, folder);
  return module.exports;
}

function requireFromChunk(id: string): unknown {
  return id.startsWith("./") ? loadChunk(id.slice(2)) : require(id);
}

/** Where the bytecode of a chunk lies for the running Node, whose release it must be from. V8 refuses any other. */
export function cacheFile(name: string): string {
  return `${folder}/code-cache/${process.version}-${process.arch}/${name}.bin`;
}

/** Room for the bytecode of one chunk at a time: V8 has no more need of it once it has read it. */
const room = new Uint8Array(512 * 1024);

function readCache(name: string): Uint8Array | undefined {
  try {
    // For text `readFileSync` is the fastest way; for bytes Node compiles more of itself for it than for this.
    const descriptor = openSync(cacheFile(name), "r");
    const length = readSync(descriptor, room, 0, room.length, null) - 4;
    closeSync(descriptor);
    const words = new Int32Array(room.buffer, 0, length / 4 + 1);
    return sampleSum(words) === words[length / 4] ? room.subarray(0, length) : undefined;
  } catch {
    return undefined; // none, or cut short in the middle of a word
  }
}

/**
 * A sum of every hundredth word but the last, which holds it in a file: V8 runs what it is given, and a copy that lost pages
 * in a power cut would bring the hook down before it can answer.
 */
export function sampleSum(words: Int32Array): number {
  let sum = words.length;
  for (let at = 0; at < words.length - 1; at += 101) sum = (Math.imul(sum, 31) + (words[at] as number)) | 0;
  return sum;
}
