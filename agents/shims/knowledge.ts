import type { Detector } from "../../redactors/doors/finding.ts";
import { marksDetector } from "../../redactors/doors/known-values.ts";
import { answerOf, type Host, isFields } from "./mod-host.ts";

/** The program's facts about this machine: by these the mod finds rows that the program would let pass as they are. */
export interface Knowledge {
  readonly cwd: string;
  readonly since: number;
  /** Finds the places at which one of the user's own secrets may begin. Absent: the program is asked about each row. */
  readonly detector?: Detector;
  /** Path → the state of a file or folder from which these facts were read. */
  readonly places: readonly (readonly [path: string, state: unknown])[];
}

/**
 * The greatest age of the facts, in milliseconds. The program is to hear from the mod now and then, since it warns of
 * secrets that nobody takes out, and a variable of the environment can change without a trace.
 */
const OLDEST = 2 * 60_000;

/** Asks the program for its facts. Without an answer, the mod asks about each row for a while. */
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

/** Whether the facts are young and the files and folders behind them have not changed. */
export async function isCurrent($: Host, { cwd, since, places }: Knowledge): Promise<boolean> {
  const age = Date.now() - since;
  if (age < 0 || age > OLDEST || (await $.session.cwd()) !== cwd) return false;
  const same = await Promise.all(places.map(async ([path, state]) => (await stateOf($, path)) === state));
  return !same.includes(false);
}

/** The state of a file or folder, in the form in which the program gives it. */
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
