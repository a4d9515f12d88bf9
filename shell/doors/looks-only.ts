/** @file Whether a script changes nothing. */

export { looksOnly, printsApartFromOutput } from "../looks-only.ts";
