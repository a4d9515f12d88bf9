import type { Hash } from "node:crypto";

import { sha256 as hashInJavaScript } from "@noble/hashes/sha2.js";

import { loadBuiltin } from "./load-builtin.ts";

/**
 * `createHash` of node:crypto, which is loaded at the first call: that takes 2 to 3 ms, and most hooks need no hash.
 */
export function createHash(algorithm: "sha1" | "sha256"): Hash {
  return loadBuiltin<typeof import("node:crypto")>("node:crypto").createHash(algorithm);
}

/**
 * Letters or bytes up to which no module is loaded: names of folders and ids of calls, of which each hook hashes some.
 * That saves the hook an eighth of the cost of Node's start; a longer text would take JavaScript as long.
 */
const SHORT = 1024;

/** SHA-256 of bytes, or of a text in UTF-8, in hexadecimal. */
export function sha256(content: string | Buffer): string {
  if (content.length > SHORT) return createHash("sha256").update(content).digest("hex");
  return Buffer.from(hashInJavaScript(Buffer.from(content))).toString("hex");
}

/** A part of a file's name. An identifier can hold anything; most are plain, and then no hash has to be loaded. */
export function nameOf(id: string): string {
  return /^[\w-]{1,64}$/.test(id) ? id : sha256(id).slice(0, 32);
}

/** A part of a file's name for several words together, whatever characters the words hold. */
export function nameOfAll(words: readonly string[]): string {
  return sha256(JSON.stringify(words)).slice(0, 32);
}
