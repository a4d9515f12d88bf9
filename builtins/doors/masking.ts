/** @file Files, patches and names as a person sees these: without secrets. */

export { maskAll, type MaskedFiles } from "../masking/mask-all.ts";
export { maskHunks } from "../masking/mask-hunks.ts";
export {
  MOST_SEARCHED,
  maskPatch,
  maskSide,
  shownSide,
  withoutHeadings,
  type MaskedSide,
  type SideText,
} from "../masking/mask-patch.ts";
export { SecretFinder, maskBytes, maskLines } from "../masking/mask-text.ts";
export { redactName, redactQuoted } from "../redact-quoted.ts";
