import type { Hash } from "node:crypto";

import { sha256 as hashInJavaScript } from "@noble/hashes/sha2.js";

import { loadBuiltin } from "./load-builtin.ts";

/**
 * Calls `createHash` of node:crypto. The module is loaded at the first call: that takes 2 to 3 ms, and most hooks need
 * no hash.
 */
export function createHash(algorithm: "sha1" | "sha256"): Hash {
  return loadBuiltin<typeof import("node:crypto")>("node:crypto").createHash(algorithm);
}

/**
 * The most letters or bytes that a process hashes in JavaScript, without node:crypto. Each hook hashes names of folders
 * and ids of calls, which are short; without node:crypto it saves an eighth of Node's start. A longer text is hashed no
 * faster in JavaScript, and neither are the thousand lines of a long journal.
 */
const SHORT = 1024;
const ALL_SHORT = 4 * SHORT;

/** The number of letters and bytes that were hashed in JavaScript so far. */
let hashed = 0;

/** SHA-256 of bytes, or of a text in UTF-8, in hexadecimal. */
export function sha256(content: string | Buffer): string {
  if (content.length > SHORT || hashed > ALL_SHORT)
    return loadBuiltin<typeof import("node:crypto")>("node:crypto").hash("sha256", content, "hex");
  hashed += content.length;
  return Buffer.from(hashInJavaScript(Buffer.from(content))).toString("hex");
}

/** An identifier as part of a file name: a short plain identifier as it is, any other as a hash. */
export function nameOf(id: string): string {
  return /^[\w-]{1,64}$/.test(id) ? id : sha256(id).slice(0, 32);
}

/** A hash of several words as part of a file name, whatever characters the words hold. */
export function nameOfAll(words: readonly string[]): string {
  return sha256(JSON.stringify(words)).slice(0, 32);
}
