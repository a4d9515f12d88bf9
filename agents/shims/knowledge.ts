import type { Detector } from "../../redactors/doors/finding.ts";
import { marksDetector } from "../../redactors/doors/known-values.ts";
import { answerOf, type Host, isFields } from "./mod-host.ts";

/** The facts about this machine with which the mod finds out that a row needs no search by the program. */
export interface Knowledge {
  readonly cwd: string;
  readonly since: number;
  /** Finds where a secret of the user's own may begin. Absent: the mod asks the program about each row. */
  readonly detector?: Detector;
  /** Path → state of each file and folder from which the program read these facts. */
  readonly places: readonly (readonly [path: string, state: unknown])[];
}

/**
 * The greatest age of the facts in milliseconds. The program must see a row now and then, because it warns about
 * secrets that no hook removes; besides, the mod cannot see a change of an environment variable.
 */
const OLDEST = 2 * 60_000;

/**
 * Asks the program for the facts that the mod needs. Without an answer the result has no `detector`, so the mod asks
 * about each row until the facts are too old.
 */
export async function learn($: Host): Promise<Knowledge> {
  const cwd = await $.session.cwd();
  const since = Date.now();
  try {
    const { salt, marks, places } = await answerOf($, ["mod-state", cwd], cwd, "");
    if (typeof salt !== "number" || !isNumbers(marks) || !isFields(places)) return { cwd, since, places: [] };
    return { cwd, since, detector: marksDetector(marks, salt), places: Object.entries(places) };
  } catch {
    return { cwd, since, places: [] };
  }
}

/**
 * Whether the facts are not too old, the working folder is the same, and the files and folders behind the facts have
 * not changed.
 */
export async function isCurrent($: Host, { cwd, since, places }: Knowledge): Promise<boolean> {
  const age = Date.now() - since;
  if (age < 0 || age > OLDEST || (await $.session.cwd()) !== cwd) return false;
  const same = await Promise.all(places.map(async ([path, state]) => (await stateOf($, path)) === state));
  return !same.includes(false);
}

/** The state of a file or folder, in the program's form: size and time of change; "" if it does not exist. */
async function stateOf($: Host, path: string): Promise<string> {
  try {
    const { size, mtimeMs } = await $.fs.stat(path);
    return `${size} ${Math.floor(mtimeMs)}`;
  } catch (error) {
    return /\bENO(?:ENT|TDIR)\b/.test(String(error)) ? "" : "unknown";
  }
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((one) => typeof one === "number");
}
