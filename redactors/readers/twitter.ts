import { isInBlob } from "./is-in-blob.ts";
import { note } from "../scan.ts";
import type { Scan } from "../scan.ts";

/** A bearer token of Twitter's applications: 21 `A` and more, a second row of them inside, percent-encoded. */
export function readTwitter(scan: Scan, start: number): void {
  const { text } = scan;
  if (text[start - 1] === "A") return;
  const match = /^A{21,24}[A-Za-z0-9%]{50,110}(?![A-Za-z0-9%])/.exec(text.slice(start, start + 160));
  if (match === null || new Set(match[0]).size < 20) return;
  const end = start + match[0].length;
  if (!isInBlob(text, start, end)) note(scan, "twitter-bearer", start, end, "high");
}
