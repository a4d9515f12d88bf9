import type { RecordedHere } from "../shadow-repo/doors/look.ts";
import { isOn, stateLines, type State } from "./describe-state.ts";
import type { GuardCounts } from "./session-summary.ts";
import { alignColumns } from "./text-width.ts";

type Row = readonly [command: string, meaning: string];

/** The first row: how to begin, or where all is told of what works already. */
const BEGIN: Row = ["snapveil install", "register with your agents, after one question"];
const STATE: Row = ["snapveil status", "is it on, for which agents, and how large is it?"];

const ROWS: readonly Row[] = [
  ["snapveil checkpoints", "what your agent did here, newest first"],
  ["snapveil show", "what the newest prompt changed"],
  ["snapveil undo", "take it back, whole or file by file; it asks first"],
  ["snapveil ui", "all of it on a page in the browser"],
  ["snapveil log", "what was refused, asked about or taken out"],
  ["snapveil allow", "let one of these pass from now on"],
  ["snapveil audit", "secrets that lie in this folder already"],
];

export interface FrontPage {
  readonly state: State;
  readonly here: RecordedHere;
  /** What the guards did since midnight. */
  readonly today: GuardCounts;
}

/** The state on the first line, then eight commands. */
export function describeFrontPage({ state, here, today }: FrontPage): string {
  const rows = isOn(state) ? [...ROWS, STATE] : [BEGIN, ...ROWS];
  return [
    stateLines(state, here, today),
    "",
    ...alignColumns(rows).map((line) => `  ${line}`),
    "",
    "Every command: snapveil --help",
    "",
  ].join("\n");
}
