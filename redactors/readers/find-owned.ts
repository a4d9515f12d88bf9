import { DIGIT, runStart } from "../charset.ts";
import type { Finding } from "../finding.ts";
import { isPublicPoint, isTypeName } from "../judge/harmless-shapes.ts";
import { isRandom } from "../judge/is-random.ts";
import { judgeOwner } from "../judge/judge-owner.ts";
import { isPlaceholder } from "../judge/placeholder.ts";

/** The UUIDs of manuals. */
const MADE_UP_UUID = /^(?:([0-9a-f])\1{7}(?:-\1{4}){3}-\1{12}|12345678-1234-1234-1234-.*)$/i;

/** The first half of Facebook's `APP|SECRET`. */
const APP = /(?:^|\D)\d{12,18}\|$/;

/** Fillers of tests for keys of the right length: rows of letters and of digits. */
function isMadeUp(run: string): boolean {
  return (
    /[0-9]/.test(run) &&
    /[a-z]/i.test(run) &&
    /^\w+$/.test(run) &&
    run.length <= 64 &&
    /abcdef|ABCDEF|12345678/.test(run) &&
    !/[A-Za-z]{20}/.test(run)
  );
}

/**
 * A constant of a program, a division, a build for a machine, a place in a page whose signs are numbers: `.7Bname.7D`,
 * a folder of a registry's cache, an extension of a directory with its application's id.
 */
const NO_KEY =
  /^_*[A-Z][A-Z0-9]*(?:_+[A-Z0-9]+)+_*$|\/\/|x86_64|aarch64|amd64|arm64|\.(?:2F|7B|5B).*\.(?:2F|7D|5D)|^GUID-[0-9A-F]{8}-|^[-MLHVCSQTAZ.\d]+[MLHVCSQTAZz][-MLHVCSQTAZz.\d]+$|^[a-z-]+\.(?:com|org|io)-|^[a-z]+_[0-9a-f]{32}_[A-Za-z]/;

/** A key that only the name of a service before it gives away. */
export function findOwned(text: string, start: number, runEnd: number, found: Finding[]): void {
  let end = runEnd;
  while (end > start && ".~-".includes(text[end - 1] as string)) end -= 1;
  if (end - start < 16 || text[start] === "/" || text[start] === "." || text.startsWith("::", end)) return;
  const run = text.slice(start, end);
  if (NO_KEY.test(run) || isPublicPoint(run)) return;
  const random = isRandom(run) || isMadeUp(run);
  if (!random && !/^[0-9a-f-]{32,}$/i.test(run)) return;
  const owner = judgeOwner(text, start, run);
  if (owner === undefined || isPlaceholder(run) || isTypeName(text, start, end) || MADE_UP_UUID.test(run)) return;
  // The app's number before the bar and the secret are one token.
  const from =
    text[start - 1] === "|" && APP.test(text.slice(Math.max(0, start - 20), start))
      ? runStart(text, start - 1, DIGIT, start - 20)
      : start;
  if (owner.digest || random)
    found.push({ rule: "service-key", kind: "api-key", span: [from, end], confidence: "medium" });
}
