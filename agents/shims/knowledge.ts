import type { Detector } from "../../redactors/finding.ts";
import { marksDetector } from "../../redactors/known-values/marks.ts";
import { answerOf, type Host, isFields } from "./mod-host.ts";

/** The program's knowledge of this machine: with it the mod can tell rows that the program would let pass as they are. */
export interface Knowledge {
  readonly cwd: string;
  readonly since: number;
  /** Finds the places at which one of the user's own secrets may begin. Absent: the program is asked about each row. */
  readonly detector?: Detector;
  /** Path → the state of a file or folder that all this comes from. */
  readonly places: readonly (readonly [path: string, state: unknown])[];
}

/**
 * Milliseconds. The program is to hear from the mod now and then, since it warns of what nobody takes out, and a
 * variable of the environment can change without a trace.
 */
const OLDEST = 2 * 60_000;

/** Asks the program. If it cannot tell, it is asked about each row for a while. */
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

/** Whether nothing that it was made from has changed. */
export async function isCurrent($: Host, { cwd, since, places }: Knowledge): Promise<boolean> {
  const age = Date.now() - since;
  if (age < 0 || age > OLDEST || (await $.session.cwd()) !== cwd) return false;
  const same = await Promise.all(places.map(async ([path, state]) => (await stateOf($, path)) === state));
  return !same.includes(false);
}

/** As the program tells it. */
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
