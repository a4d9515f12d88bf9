import type { RecordedHere } from "../shadow-repo/doors/look.ts";
import { isOn, stateLines, type State } from "./describe-state.ts";
import type { GuardCounts } from "./session-summary.ts";
import { alignColumns } from "./text-width.ts";

type Row = readonly [command: string, meaning: string];

/** The first row where snapveil is not on: the command that changes that. */
const BEGIN: Row = ["snapveil install", "register with your agents, after one question"];
const SWITCH: Row = ["snapveil on", "switch the hooks on again"];
const TRY: Row = ["snapveil doctor", "try every hook, and see what it waits for"];
/** The last row where it is on. */
const STATE: Row = ["snapveil status", "is it on, for which agents, and how large is it?"];

const ROWS: readonly Row[] = [
  ["snapveil checkpoints", "what your agent did here, newest first"],
  ["snapveil show", "what the newest turn changed"],
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
  const rows = isOn(state) ? [...ROWS, STATE] : [firstOf(state), ...ROWS];
  return [
    stateLines(state, here, today),
    "",
    ...alignColumns(rows).map((line) => `  ${line}`),
    "",
    "Every command: snapveil --help",
    "",
  ].join("\n");
}

function firstOf({ off, starters }: State): Row {
  if (off !== undefined && off !== "variable") return SWITCH;
  return starters.length === 0 ? BEGIN : TRY;
}
