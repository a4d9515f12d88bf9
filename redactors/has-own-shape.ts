import { isDigit } from "./charset.ts";

/** URLs, versions, dates, addresses, times, colours, sizes, e-mail: things with a shape of their own. Each pattern is asked only where it may match, since compiling one takes a hook longer than that. */
export function hasOwnShape(value: string): boolean {
  const lower = value.toLowerCase();
  if (STARTS.some((start) => lower.startsWith(start))) return true;
  if (value.includes("://") && /^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return true;
  if (value.includes(":") && /^[a-z]+:[a-z-]+$/i.test(value)) return true;
  if ((isDigit(value, 0) || (lower[0] === "v" && isDigit(value, 1))) && NUMBER.test(value)) return true;
  if (lower.startsWith("sha") && /^sha\d+-/.test(lower)) return true;
  if (value[0] === "#" && /^#[0-9a-f]{3,8}$/.test(lower)) return true;
  if (value.includes("@") && /^[^@\s]+@[\w-]+\.[\w.-]+$/.test(value)) return true;
  if ((value[0] === "{" || value.startsWith("${")) && /^\$?\{(?:\{|[^{}]*\}|[^}]*$(?<!\w{24}))/.test(value)) return true;
  if (value.includes(".") && (ENDS.some((end) => lower.endsWith(end)) || (DOMAINS.some((domain) => lower.includes(domain)) && /\.(?:com|org|net|io|dev)\b/.test(lower)))) return true;
  return value.includes("[") && /^'?[\w$.]+\[["']|^'?[a-z]+\[[a-z-]+[=\]^$*~]/i.test(value);
}

const STARTS = ["data:", "urn:", "sha256:", "md5:"];
const ENDS = ".js .ts .json .md .txt .pem .crt .key .yml .yaml .html .css .py .go .sh .env .png .svg .jpg .sig .asc .pub .tgz .zip".split(" ");
const DOMAINS = [".com", ".org", ".net", ".io", ".dev"];
const NUMBER = /^v?\d+(?:\.\d+)+(?:[-+][\w.]+)?$|^\d{4}-\d\d-\d\d|^\d+(?:px|em|rem|ms|s|m|h|d|kb|mb|gb|%)$|^0x[0-9a-f]{1,8}$/i;
