import { isVendor } from "./catalogue/vendors.ts";

const LOOK_BACK = 64;

/**
 * Whether a service's name stands before the value at `start`, with an operator between them:
 * `algolia: …`, `"datadog_app" => "…"`, `telegram bot: …`.
 *
 * `digest`: the name is near enough that a value which looks like a hash counts as well.
 */
export function judgeOwner(text: string, start: number, value: string): { readonly digest: boolean } | undefined {
  const before = text.slice(Math.max(0, start - LOOK_BACK), start);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const match = /([A-Za-z][\w .-]{2,48}?)["'\\\])]{0,3}\s{0,4}(?:[:=]{1,4}>?|,|\|\|)\s{0,4}[("'\\`]{0,4}$/.exec(line);
  if (match === null) return undefined;
  const words = (match[1] as string).replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase().split(/[^a-z0-9]+/);
  if (!words.some(isVendor) || words.some((word) => NOT_KEY.has(word))) return undefined;
  if (/^[0-9a-f]+$|^[0-9a-f]{40}$/i.test(value) && (value.length === 40 || value.length === 64 || value.length === 128)) return words.some((word) => KEY.has(word)) ? { digest: true } : undefined;
  return { digest: /^[0-9a-f]{32}$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value) };
}

const KEY = new Set(["key", "token", "secret", "auth", "api", "access", "pat", "password", "credential"]);
const NOT_KEY = new Set("url uri sha hash commit digest checksum integrity version id ids public path file name etag rev revision host domain tag image ref branch fingerprint color hex email region bucket project".split(" "));
