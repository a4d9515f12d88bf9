/** @file Whether a script changes nothing. */

export { looksOnly, printsOnly } from "../looks-only.ts";
