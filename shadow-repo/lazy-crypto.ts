import { loadBuiltin } from "../kit/load-builtin.ts";

type Crypto = typeof import("node:crypto");

let crypto: Crypto | undefined;

/** Whether somebody needed it already: a little work is then better done by it, too. */
export function isCryptoLoaded(): boolean {
  return crypto !== undefined;
}

/** `createHash` of node:crypto, loaded when it is first called: a capture that finds nothing changed needs none of it. */
export function createHash(algorithm: "sha1" | "sha256"): ReturnType<Crypto["createHash"]> {
  crypto ??= loadBuiltin<Crypto>("node:crypto");
  return crypto.createHash(algorithm);
}
