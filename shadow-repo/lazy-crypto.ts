import { createRequire } from "node:module";

type Crypto = typeof import("node:crypto");

const load = createRequire(import.meta.url);

/** `createHash` of node:crypto, loaded when it is first called: a capture that finds nothing changed needs none of it. */
export function createHash(algorithm: "sha1" | "sha256"): ReturnType<Crypto["createHash"]> {
  return (load("node:crypto") as Crypto).createHash(algorithm);
}
