import type { Hash } from "node:crypto";

import { sha256 as hashInJavaScript } from "@noble/hashes/sha2.js";

import { loadBuiltin } from "./load-builtin.ts";

/**
 * `createHash` of node:crypto, which is loaded when it is first called: that takes 2 to 3 ms, and most hooks count
 * none.
 */
export function createHash(algorithm: "sha1" | "sha256"): Hash {
  return loadBuiltin<typeof import("node:crypto")>("node:crypto").createHash(algorithm);
}

/**
 * Letters or bytes up to which no module is loaded: names of folders and ids of calls, of which each hook makes some.
 * That saves it an eighth of what Node's start costs; of a longer text JavaScript would take as long.
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
