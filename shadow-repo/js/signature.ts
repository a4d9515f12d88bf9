import type { BigIntStats } from "node:fs";

/** File systems tick coarsely and their clocks need not agree with ours: so young a file may still change unseen. */
const SLACK = 10_000;

/** Stands for a file that is too young to be told from its next version; it equals nothing, not even itself. */
const YOUNG = "young";

/** Changes whenever a file is replaced or written; "" where there is none. */
export function signatureOf(found: BigIntStats | undefined, now: number): string {
  if (!found) return "";
  const { ino, size, mtimeNs, ctimeNs, ctimeMs } = found;
  return ctimeMs > now - SLACK ? YOUNG : `${ino}.${size}.${mtimeNs}.${ctimeNs}`;
}

export function sameSignature(one: string | undefined, other: string | undefined): boolean {
  return (one ?? "") === (other ?? "") && !(one ?? "").includes(YOUNG);
}
