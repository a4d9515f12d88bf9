import { table } from "../scripts/markdown.ts";
import { optionOf, roundsOr } from "./command-line.ts";
import { BINARY, benchPlace, measure, medianOf } from "./harness.ts";
import { claudeCodeLines, type Line, type Player, played } from "./session-bench.ts";
import { claudeCodeTests, type Happening } from "./session-events.ts";

/** The numbers of calls in the two sessions whose difference is the cost of an event while a resident runs. */
const [FEW, MANY] = [5, 25];
const NODE = "node -e 0";
const [PRE, POST] = ["PreToolUse", "PostToolUse"];

/** Name of the row → the events of each call. */
const ROWS: Readonly<Record<string, readonly string[]>> = {
  "PreToolUse of `npm test`, the whole default profile": [PRE],
  "PreToolUse and PostToolUse of `npm test`, the whole default profile": [PRE, POST],
};

/** Whether `--only` selects a row. */
export function isWarm(only: string): boolean {
  return Object.keys(ROWS).some((name) => name.includes(only));
}

/**
 * Measures events of Claude Code in a session that has begun: with a resident, without one, and with the program of
 * `--beside`. The CPU time of a short session is subtracted from that of a long one, so that starts do not count.
 */
export function warmTable(project: string, only: string): string {
  const other = optionOf("--beside");
  const programs: readonly [suffix: string, program: string, more?: object][] = [
    ["", BINARY],
    [", without a resident", BINARY, { SNAPVEIL_RESIDENT: "0" }],
    ...(other === undefined ? [] : [[" (beside)", other] as [string, string]]),
  ];
  const chosen = Object.entries(ROWS).filter(([name]) => name.includes(only));
  const rows = chosen.flatMap(([name, events]) =>
    programs.map(([suffix, program, more]) => {
      const session = (count: number) =>
        played(playerOf(count, events), `${name}${suffix}, ${count}`, program, project, more).command;
      return { name: `${name}${suffix}`, few: session(FEW), many: session(MANY) };
    }),
  );
  const { folder, env } = benchPlace();
  const bare = { name: NODE, argv: [process.execPath, "-e", "0"], cwd: folder, env };
  const times = measure([bare, ...rows.flatMap(({ few, many }) => [few, many])], Math.min(roundsOr(5), 9), 0);
  return table(
    ["what", "CPU ratio:", "CPU ms:"],
    rows.map(({ name, few, many }) => {
      const event = medianOf(times, (round) => round(many.name).cpu_ms - round(few.name).cpu_ms) / (MANY - FEW);
      const ratio = event / medianOf(times, (round) => round(NODE).cpu_ms);
      return [name, ratio.toFixed(2), event.toFixed(1)];
    }),
  );
}

/** A session of calls, each with only these events. Only a call's end tells calls apart, so without it all are one. */
function playerOf(count: number, names: readonly string[]): Player {
  const isKept = (one: Happening) => !("event" in one) || ![PRE, POST, "PostToolBatch"].includes(one.event);
  const ofOneCall = (one: Happening): Happening =>
    "event" in one && one.event === PRE && !names.includes(POST)
      ? { ...one, payload: { ...one.payload, tool_use_id: "toolu" } }
      : one;
  return {
    agent: "claude-code",
    name: names.join(" and "),
    happenings: (cwd) =>
      claudeCodeTests(cwd, count)
        .filter((one) => isKept(one) || ("event" in one && names.includes(one.event)))
        .map(ofOneCall),
    lines: (home): Line[] => claudeCodeLines(home),
  };
}
