import { timingSafeEqual } from "node:crypto";

/**
 * Whether a request's `Authorization` header brings the token, told in a time that says nothing about how much of it
 * was right.
 */
export function isBearer(header: string | undefined, token: string): boolean {
  const [bytes, wanted] = [Buffer.from(header ?? ""), Buffer.from(`Bearer ${token}`)];
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
}
