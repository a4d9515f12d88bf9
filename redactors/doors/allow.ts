/** @file Values that are allowed: by settings, by a file of the project, by a comment in the text. */

export { allowancesFor, isTrustedProject } from "../allow/allowances.ts";
export { parseAllowLines, type Allowances } from "../allow/allow-lines.ts";
export { allowedByComment } from "../allow/allow-comments.ts";

// Fingerprints stand for a value where it must not be written down.
export {
  allowedValues,
  fingerprintOf,
  isAboutValues,
  isFingerprintOf,
  lineFor,
  newSalt,
  type Fingerprint,
} from "../allow/fingerprints.ts";
export { keptSalt } from "../allow/kept-salt.ts";
