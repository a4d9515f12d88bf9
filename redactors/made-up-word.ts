import { isRandom } from "./is-random.ts";

/** Words and a number, as people like their passwords: `amber-nimbus-7806`. */
const WORDS = /^[a-z]{3,12}(?:-[a-z]{3,12}){1,5}-?\d{2,6}$/i;
/** What such words name that opens nothing. */
const NAMES =
  /pass|secret|token|example|test|demo|sample|change|your|step|version|release|build|node|page|part|phase|ticket|issue|commit|branch|feature|sprint|chapter|section|error|port/i;
/** Things with a shape of their own: paths, files, addresses, versions, dates, names of places in code. */
const SHAPED =
  /:\/\/|^[~.]?\/|\/.*\/|\.[a-z]{1,5}$|^v?\d+(?:\.\d+)+|^\d{4}-\d\d|^[^@\s]+@[\w-]+\.[a-z.]+$|^[\w$]+(?:\.[\w$]+)+$|[$%#]\{|^\$|%[sd]|=>|\(\)/i;

/** Whether a value is words and a number. */
export function isWordsAndNumber(value: string): boolean {
  return value.length >= 10 && value.length <= 48 && WORDS.test(value) && !NAMES.test(value);
}

/** Whether nobody would write this word for anything but a password or a key, where one is spoken of. */
export function isMadeUpWord(value: string): boolean {
  if (value.length < 8 || value.length > 256 || !/\d/.test(value) || !/[a-z]/i.test(value)) return false;
  if (isWordsAndNumber(value)) return true;
  if (SHAPED.test(value)) return false;
  return (
    /[!@#$%^&*?~+]/.test(value) ||
    isRandom(value) ||
    (/[a-z]/.test(value) && /[A-Z]/.test(value) && /^\w+$/.test(value) && (value.match(/\d/g)?.length ?? 0) > 1)
  );
}
