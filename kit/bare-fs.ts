import { closeSync, constants, existsSync, fstatSync, openSync, readSync, realpathSync, writeSync } from "node:fs";

import { barePath } from "./bare-path.ts";
import { nodeBinding } from "./node-binding.ts";

/** What every hook asks the file system. Each throws as the function of that name in node:fs does. */
interface BareFs {
  existsSync(path: string): boolean;
  /** For reading alone, and without waiting for somebody to write where it is a pipe. */
  openToRead(path: string | Buffer): number;
  /** For reading and for writing at the end; made where it is missing, for its owner alone. */
  openToAppend(path: string): number;
  closeSync(descriptor: number): void;
  /** From `position`, else from where the last read ended, as much as is there or fewer; 0 at the end. */
  readSync(descriptor: number, bytes: Uint8Array, offset: number, length: number, position?: number): number;
  writeSync(descriptor: number, bytes: Uint8Array, offset: number, length: number): number;
  realpathSync(path: string): string;
  /** In bytes; `undefined` of anything but a regular file. */
  sizeOf(descriptor: number): number | undefined;
}

/** What lies beneath those functions. Not documented; the same in Node 20.16 to 26. */
interface Binding {
  existsSync(path: string): boolean;
  open(path: string, flags: number, mode: number): number;
  close(descriptor: number): void;
  read(descriptor: number, bytes: Uint8Array, offset: number, length: number, position: number): number;
  /** What fails is told in `context`. */
  writeBuffer(descriptor: number, bytes: Uint8Array, offset: number, length: number, position: null, request: undefined, context: { errno?: number }): number;
  realpath(path: string, encoding: "utf8"): string;
  fstat(descriptor: number, big: false, request: undefined, silent: false): Float64Array;
}

interface Constants {
  readonly fs: Readonly<Record<"O_RDONLY" | "O_NONBLOCK" | "O_RDWR" | "O_APPEND" | "O_CREAT", number>>;
}

/** Bytes at once: more Node refuses, and what lies beneath it ends the process. */
const MOST = 0x7fffffff;

/** Where they lie in what `fstat` tells; of the mode, the bits that say what it is, and what they say of a regular file. */
const [MODE, SIZE, TYPE, REGULAR] = [1, 8, 0o170000, 0o100000] as const;

/**
 * Node's own functions, without what lies around them: to load node:fs for a program and to compile it as far as it is used
 * takes a hook half as long as everything else that it does.
 */
export const bareFs: BareFs = beneath(process.platform === "win32" ? undefined : nodeBinding<Binding>("fs"), nodeBinding<Constants>("constants")?.fs) ?? {
  existsSync,
  openToRead: (path) => openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)),
  openToAppend: (path) => openSync(path, "a+", 0o600),
  closeSync,
  readSync: (descriptor, bytes, offset, length, position = -1) => readSync(descriptor, bytes, offset, Math.min(length, MOST), position),
  writeSync: (descriptor, bytes, offset, length) => writeSync(descriptor, bytes, offset, Math.min(length, MOST)),
  realpathSync,
  sizeOf(descriptor) {
    const stats = fstatSync(descriptor);
    return stats.isFile() ? stats.size : undefined;
  },
};

function beneath(node: Partial<Binding> | undefined, constants: Constants["fs"] | undefined): BareFs | undefined {
  if (!isWhole(node) || constants === undefined) return undefined;
  const { O_RDONLY, O_NONBLOCK, O_RDWR, O_APPEND, O_CREAT } = constants;
  const open = (path: string | Buffer, flags: number, mode: number) => (typeof path !== "string" || path.includes("\0") ? openSync(path, flags, mode) : node.open(path, flags, mode));
  return {
    existsSync: (path) => !path.includes("\0") && node.existsSync(path),
    openToRead: (path) => open(path, O_RDONLY | O_NONBLOCK, 0),
    openToAppend: (path) => open(path, O_RDWR | O_APPEND | O_CREAT, 0o600),
    closeSync: (descriptor) => node.close(descriptor),
    readSync: (descriptor, bytes, offset, length, position = -1) => node.read(descriptor, bytes, offset, Math.min(length, MOST), position),
    writeSync(descriptor, bytes, offset, length) {
      const context: { errno?: number } = {};
      const count = node.writeBuffer(descriptor, bytes, offset, Math.min(length, MOST), null, undefined, context);
      return context.errno === undefined ? count : writeSync(descriptor, bytes, offset, Math.min(length, MOST)); // makes the error
    },
    // As Node does, `..` is taken off before links are followed. Elsewhere the system spells names its own way, and a worktree is known by its path.
    realpathSync: process.platform === "linux" ? (path) => (path.includes("\0") ? realpathSync(path) : node.realpath(barePath.resolve(path), "utf8")) : (path) => realpathSync(path),
    sizeOf(descriptor) {
      const stats = node.fstat(descriptor, false, undefined, false);
      return ((stats[MODE] as number) & TYPE) === REGULAR ? stats[SIZE] : undefined;
    },
  };
}

function isWhole(node: Partial<Binding> | undefined): node is Binding {
  return node !== undefined && [node.existsSync, node.open, node.close, node.read, node.writeBuffer, node.realpath, node.fstat].every((part) => typeof part === "function");
}
