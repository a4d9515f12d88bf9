import { describe, expect, test } from "vitest";

import type { LogEntry } from "../../../builtins/event-log/entry.ts";
import { describeLog, describeRefusal, lineOfLog } from "../../../terminal/describe-log.ts";
import { PLAIN } from "../../../terminal/display.ts";
import { widthOf } from "../../../terminal/text-width.ts";

const entry = (more: Partial<LogEntry>): LogEntry =>
  ({
    time: "2026-11-27T10:00:00.000Z",
    agent: "claude-code",
    session: "0a1b2c3d-0000-4000-8000-000000000000",
    event: "PreToolUse",
    ...more,
  }) as LogEntry;
const LONG = entry({
  tool: "Bash",
  verdict: "deny",
  command: "rm -rf ~/projects/one ~/projects/two",
  reason: "snapveil stopped this command, since it deletes what no checkpoint holds.",
});
const SHORT = entry({ event: "Stop" });
const NOW = new Date("2026-11-27T10:05:00.000Z");
const CLEANED = entry({
  id: "0f41ebaa",
  command: "cat .env",
  rewrites: ["toolResponse"],
  found: [{ kind: "stripe-key", excerpt: "sk…dc (32 characters)", where: "stdout, line 1" }],
});
const ALL = [{ ...LONG, id: "d4ebe5fb" }, CLEANED, SHORT];
const shown = (columns: number) => describeLog(ALL, NOW, { columns, rows: 24, style: PLAIN }).trimEnd().split("\n");

describe("the log", () => {
  test.each([30, 40, 60, 80, 132, 300])("is a table of %i columns: a line an entry, cut between words", (columns) => {
    const lines = shown(columns);
    expect(lines.filter((line) => widthOf(line) > columns)).toEqual([]);
    expect(lines.slice(1, 4).map((line) => line.slice(0, 8))).toEqual(["d4ebe5fb", "0f41ebaa", "        "]);
    const words = [LONG.command!, LONG.reason!, CLEANED.command!].join(" ").split(" ");
    const rows = lines.slice(1, 4).map((line) => line.split(/(?:refused|cleaned) +/)[1] ?? "");
    const known = [...words, "…", "Stop", "", "stripe-key", "sk…dc", "(32", "characters)"];
    for (const word of rows.flatMap((row) => row.split(/ +/))) expect(known).toContain(word);
  });

  test("says once how to go on", () => {
    const text = shown(80).join("\n");
    expect(text.match(/snapveil allow ID/g)).toHaveLength(1);
    expect(text).toMatch(/^ID {8}WHEN {7}WHAT {6}ABOUT/);
    expect(shown(300)[1]).toContain(`5 min ago  refused   ${LONG.command}  ${LONG.reason}`);
    expect(describeLog([SHORT], NOW, { columns: 80, rows: 24, style: PLAIN })).not.toContain("snapveil allow");
  });

  test("tells what is allowed by now, and how to take that back", () => {
    const allowed = new Map([["0f41ebaa", "Allowed since 2026-11-27 by /home/me/config.jsonc"]]);
    const table = (entries: LogEntry[]) =>
      describeLog(entries, NOW, { columns: 132, rows: 24, style: PLAIN }, true, allowed);
    expect(table(ALL)).toMatch(/^0f41ebaa .* allowed now$/m);
    expect(table(ALL)).toContain("snapveil allow ID");
    expect(table(ALL)).toContain("snapveil allow --remove ID");
    expect(table([CLEANED])).not.toContain("snapveil allow ID");
    const reason =
      "It holds a secret. If it is meant, the person can let it pass with `snapveil allow 0f41ebaa` in a terminal.";
    const piped = describeLog([{ ...CLEANED, reason }], NOW, undefined, true, allowed);
    expect(piped).toContain(`→ It holds a secret.  [${allowed.get("0f41ebaa")}. To take that back: `);
    expect(piped).not.toContain("let it pass");
    expect(describeRefusal({ ...CLEANED, reason }, "now", true)).not.toContain("snapveil allow");
  });

  test("counts further kinds in words, since +1 reads like a line", () => {
    const found = [{ kind: "rm-everything" }, { kind: "unrecorded-files" }];
    const text = describeLog([{ ...LONG, id: "d4ebe5fb", found }], NOW, { columns: 132, rows: 24, style: PLAIN });
    expect(text).toMatch(/ rm-everything, 1 more$/m);
  });

  test("says in words that a prompt was refused, and that nothing was", () => {
    const prompt = entry({ event: "UserPromptSubmit", canonical: ["user_prompt_submit"], verdict: "block" });
    expect(describeLog([prompt], NOW, { columns: 80, rows: 24, style: PLAIN })).toContain("your prompt");
    expect(describeLog([], NOW, undefined, false)).toBe("Nothing was refused, asked about or taken out yet.\n");
  });

  test("goes on with a line for each entry that comes, below the ones before", () => {
    const lines = ALL.map((one) => lineOfLog(one, { columns: 80, rows: 24, style: PLAIN }));
    expect(lines[0]).toMatch(/^d4ebe5fb {2}\d\d:\d\d:00 {2}refused {3}rm -rf/);
    expect(lines[1]!.indexOf("cat")).toBe(lines[0]!.indexOf("rm "));
  });

  test("is a line for each entry in a pipe, with the whole id of the session", () => {
    const lines = describeLog([LONG, SHORT], NOW).trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(`${LONG.session}  PreToolUse  Bash  deny  ${LONG.command}  → ${LONG.reason}`);
  });
});

test.each<[more: Partial<LogEntry>, said: string]>([
  [{ id: "3f2a", command: "ls" }, "[3f2a]  ls"],
  [{ rewrites: ["toolInput", "prompt"] }, "[a secret was taken out of the arguments, the prompt]"],
  [
    { rewrites: ["toolInput"], ran: true },
    "[a secret was taken out of the arguments]  [ran as it was: another hook's arguments counted]",
  ],
  [{ error: true }, "[failed]"],
  [{ approval: "once" }, "[once]"],
  [{ usage: { input: 3, output: 4 }, cost: 0.5 }, "input 3, output 4  cost 0.5"],
  [{ reason: "why", found: [{ kind: "npm-token" }] }, "→ why"],
  [{ found: [{ kind: "npm-token" }] }, "→ npm-token"],
  [{}, ""],
])("an entry in a pipe says all that is known of it: %j", (more, said) => {
  const [line = ""] = describeLog([entry(more)], NOW).split("\n");
  expect(line.slice(line.indexOf("PreToolUse"))).toBe(`PreToolUse  -  -${said === "" ? "" : `  ${said}`}`);
});

test.each<[what: string, more: Partial<LogEntry>, said: RegExp]>([
  ["a denial", { verdict: "deny" }, /^3f2a  It was refused\.$/m],
  ["a blocked prompt", { verdict: "block" }, /^3f2a  It was refused\.$/m],
  ["a question", { verdict: "ask" }, /^3f2a  The person was asked about it\.$/m],
  ["an approval", { verdict: "allow" }, /^3f2a  It was allowed\.$/m],
  ["a redaction", { rewrites: ["toolResponse"] }, /^3f2a  A secret was taken out of the output\.$/m],
  ["a warning", {}, /^3f2a  It was let through, and said\.$/m],
  [
    "a call that ran as it was",
    { rewrites: ["toolInput"], ran: true },
    /^3f2a  A secret was taken out .* it ran as it was/m,
  ],
  [
    "a guard with its finding",
    { found: [{ guard: "scan_commit", kind: "npm-token" }] },
    /^Found +npm-token \(scan_commit\)$/m,
  ],
])("of one refusal it says what came of it: %s", (_, more, said) => {
  const text = describeRefusal(
    entry({ id: "3f2a", reason: "Why \u001b[1m", folder: "/work", ...more }),
    "a minute ago",
  );
  expect(text).toMatch(said);
  expect(text).toMatch(/\nFolder +\/work\nEvent +PreToolUse of claude-code, .* \(a minute ago\)\n/);
  expect(text).toMatch(/^Why +Why \\u001b\[1m$/m);
});
