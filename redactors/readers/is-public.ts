import { isRandom } from "../judge/is-random.ts";
import type { KeyClass } from "../judge/judge-name.ts";
import { UUID } from "../judge/judge-value.ts";
import { isQuery } from "./named.ts";
import { isOwned } from "./setting.ts";

/** Whether a value under a telling name is public all the same, by the name or the text around. */
export function isPublicValue(text: string, key: KeyClass, name: string, nameStart: number, value: string): boolean {
  if (isRecordKey(text, name, nameStart, value)) return true;
  if (/(?:^|\.)PWD$/.test(name)) return isFolder(text, nameStart, value);
  if (SEALED.test(value) && isSealedBefore(text, nameStart)) return true;
  if (key.strength === "password") return false;
  // The name of a secret that a container is given: `--secret source=app-key,target=app`.
  if (text[nameStart] === "-" && name.endsWith("secret") && MOUNT.test(value)) return true;
  // Of a list of keys that Docker trusts, by their digests.
  return SCOPE.test(value) || (name === "Root Key" && /^[0-9a-f]{64}$/.test(value));
}

/** A shell's folder: a path, or an expression. A password of a data source has a user or a server before it. */
function isFolder(text: string, nameStart: number, value: string): boolean {
  if (
    !/^(?:[A-Za-z]:[\\/]|~?\/|\.{1,2}\/|\$\{?\w+\}?\/|`?\+)/.test(value) ||
    /[;?]$/.test(text.slice(Math.max(0, nameStart - 1), nameStart))
  )
    return false;
  return !isRandom(value) || value.lastIndexOf("/") > 0 || value.includes("\\");
}

/** The scope of a signed request to AWS, behind a key's id that is too short to be one. */
const SCOPE = /^[^/]{0,15}\/\d{8}\/[\w-]+\//;

const MOUNT = /^(?:type|id|source|src|target|env)=[\w./-]+,/;
/** How a SealedSecret's values begin, of which manuals show a part. */
const SEALED = /^Ag[A-D][A-Za-z0-9+/]{5,}={0,2}$/;

function isSealedBefore(text: string, nameStart: number): boolean {
  return /encryptedData\\*["']?\s*:/.test(text.slice(Math.max(0, nameStart - 1000), nameStart));
}

/** `key: <UUID>`, and nothing says whose: no section of settings, no service. */
function isRecordKey(text: string, name: string, nameStart: number, value: string): boolean {
  return (
    /^key$/i.test(name) &&
    UUID.test(value) &&
    !isQuery(text, nameStart) &&
    !/\]\s{1,4}$/.test(text.slice(Math.max(0, nameStart - 6), nameStart)) &&
    !isOwned(text, nameStart)
  );
}
