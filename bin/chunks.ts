import type { Script } from "node:vm";

import { isKnownNode } from "../kit/is-known-node.ts";

/** What a chunk's file holds: a CommonJS module in the function that gives it its names. The build writes it so, since to put it around here would copy each text once more. */
type Wrapper = (exports: object, require: (id: string) => unknown, module: { exports: object }, filename: string, dirname: string) => void;

/** What Node's own `vm.Script` is made of. Not documented; the same in Node 20 to 26. */
type BareScript = new (code: string, filename: string, line: number, column: number, bytecode: Uint8Array, produce: false, context: undefined, id: symbol) => Pick<Script, "createCachedData"> & {
  runInContext(context: null, timeout: number, displayErrors: boolean, breakOnSigint: boolean, breakOnFirstLine: boolean): unknown;
};

/** What lies beneath node:fs, as in `kit/bare-fs.ts`. */
interface FileBinding {
  open(path: string, flags: 0, mode: number): number;
  read(descriptor: number, bytes: Uint8Array, offset: number, length: number, position: -1): number;
  close(descriptor: number): void;
}

/** Of the CommonJS module that this is built into. */
declare const require: (id: string) => unknown;

const folder = import.meta.dirname;
/** Where the bytecode of chunks lies for the running Node, whose release it must be from. V8 refuses any other. */
export const cacheFolder = `${folder}/code-cache/${process.version}-${process.arch}`;
const modules = new Map<string, { exports: object }>();
/** What was compiled, by chunk. */
export const scripts = new Map<string, Pick<Script, "createCachedData">>();

/**
 * Absent in a Node that is not known, and where the user gives it options, which may be to warn of what is not documented.
 * With node:vm and node:fs a hook would load and compile modules for this alone, which takes as long as reading a chunk.
 */
export let Bare: BareScript | undefined;
let bareFs: FileBinding | undefined;
const { NODE_OPTIONS, NODE_PENDING_DEPRECATION } = process.env;
try {
  if (process.execArgv.length === 0 && !NODE_OPTIONS && !NODE_PENDING_DEPRECATION && isKnownNode()) {
    const node = process as unknown as { binding(name: "contextify"): { ContextifyScript?: BareScript }; binding(name: "fs"): FileBinding };
    Bare = node.binding("contextify").ContextifyScript;
    const { open, read, close } = node.binding("fs");
    if (process.platform !== "win32" && typeof open === "function" && typeof read === "function" && typeof close === "function") bareFs = { open, read, close };
  }
} catch {
  // not to be had
}
const fs = bareFs ?? documented();
const id = Symbol("snapveil");

/** What `toString` comes down to. Not documented. */
const { latin1Slice } = Buffer.prototype as { latin1Slice?(this: Uint8Array, start: number, end: number): string };

/** Room for one file at a time: V8 has no more need of bytecode once it has read it. A cache that is larger is cut, and refused. */
const room = new Uint8Array(512 * 1024);

/**
 * Loads a chunk from beside this file, once, as `require` would, but with the bytecode that the code cache holds for it.
 * Compiling is most of what a hook costs beyond starting Node. In few functions, since these have no bytecode of their own.
 */
export function loadChunk(name: string): object {
  const known = modules.get(name);
  if (known !== undefined) return known.exports;
  const module = { exports: Object.create(null) as object }; // without a prototype V8 keeps it as a table; of an ordinary one it would make a new shape at each export
  modules.set(name, module);
  const filename = `${folder}/${name}`;
  const length = readInto(filename);
  const code = (length < room.length && latin1Slice?.call(room, 0, length)) || (require("node:fs") as typeof import("node:fs")).readFileSync(filename, "latin1"); // the build leaves no other letters in it
  let bytecode: Uint8Array | undefined;
  try {
    const end = readInto(`${cacheFolder}/${name}.bin`) - 4;
    const words = new Int32Array(room.buffer, 0, end / 4 + 1);
    if (sampleSum(words) === words[end / 4]) bytecode = new Uint8Array(room.buffer, 0, end);
  } catch {
    // none, or cut short in the middle of a word
  }
  let run: unknown;
  if (Bare !== undefined && bytecode !== undefined) {
    // There is bytecode where this was tried.
    const script = new Bare(code, filename, 0, 0, bytecode, false, undefined, id);
    scripts.set(name, script);
    run = script.runInContext(null, -1, true, false, false);
  } else {
    const script = new (require("node:vm") as typeof import("node:vm")).Script(code, { filename, ...(bytecode && { cachedData: bytecode }) });
    scripts.set(name, script);
    run = script.runInThisContext();
  }
  (run as Wrapper)(module.exports, requireFromChunk, module, filename, folder);
  return module.exports;
}

/** Asked for by a chunk: another one, or one of Node's own modules. */
function requireFromChunk(id: string): unknown {
  return id.startsWith("./") ? loadChunk(id.slice(2)) : require(id);
}

/** Reads a file into the room, as far as there is any; its length. `readFileSync` takes longer: it asks for the size, or reads 8 KiB at a time. */
function readInto(file: string): number {
  const descriptor = fs.open(file, 0, 0);
  let length = 0;
  for (let count = -1; count !== 0; length += count) count = fs.read(descriptor, room, length, room.length - length, -1);
  fs.close(descriptor);
  return length;
}

/** Declared as a function: it is called above, and the build leaves it one (`scripts/plugins/eager.ts`). */
function documented(): FileBinding {
  const { openSync, readSync, closeSync } = require("node:fs") as typeof import("node:fs");
  return { open: openSync, read: readSync, close: closeSync };
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
