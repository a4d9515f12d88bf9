import { loadBuiltin } from "../kit/load-builtin.ts";
import { isNode, nodeBinding } from "../kit/node-binding.ts";

/** Of node:crypto's hashes, what is used here. */
export interface Hash {
  update(data: string | Uint8Array): Hash;
  digest(): Buffer;
  digest(encoding: "hex"): string;
}

/** What node:crypto calls to count one. Not documented; the same in all of Node 20 and 22, and no longer given by 24. */
interface Binding {
  Hash: new (algorithm: string, length: undefined, id: number, ids: object) => { update(data: string | Uint8Array, encoding: "utf8"): boolean; digest(encoding?: "hex"): Buffer & string };
}

let newHash: ((algorithm: "sha1" | "sha256") => Hash) | undefined;

/** Whether somebody needed it already: a little work is then better done by it, too. */
export function isCryptoLoaded(): boolean {
  return newHash !== undefined;
}

/** `createHash` of node:crypto, got when it is first called: a capture that finds nothing changed needs none of it. */
export function createHash(algorithm: "sha1" | "sha256"): Hash {
  newHash ??= findHash();
  return newHash(algorithm);
}

/** Loading node:crypto brings streams and keys along, and costs more than all that a capture of one file has to count. */
function findHash(): (algorithm: "sha1" | "sha256") => Hash {
  const { Hash: Handle } = (isNode(20, 22) && nodeBinding<Binding>("crypto")) || {};
  return Handle === undefined ? loadBuiltin<typeof import("node:crypto")>("node:crypto").createHash : (algorithm) => new BareHash(Handle, algorithm);
}

/** Not known by its number: the binding then looks for it by its name. */
const BY_NAME = -1;

class BareHash implements Hash {
  readonly #handle: InstanceType<Binding["Hash"]>;

  constructor(Handle: Binding["Hash"], algorithm: string) {
    this.#handle = new Handle(algorithm, undefined, BY_NAME, {});
  }

  update(data: string | Uint8Array): Hash {
    this.#handle.update(data, "utf8");
    return this;
  }

  digest(encoding?: "hex"): Buffer & string {
    return this.#handle.digest(encoding);
  }
}
