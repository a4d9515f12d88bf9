import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { dispatch } from "../../../hook/dispatch.ts";
import { ioWith } from "../../support/io-with.ts";
import { GITHUB as TOKEN } from "../../support/made-up.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();

/** What Claude Code is answered to a call with a secret in it, in a time that passes as the test says. */
async function answered(builtins: readonly unknown[], clock: { ms: number; afterDate?: number }): Promise<string> {
  world.configure({ deadline: 15, builtins: { pre_tool_use: builtins } });
  const event = {
    hook_event_name: "PreToolUse",
    session_id: "s",
    cwd: world.cwd,
    tool_name: "Bash",
    tool_input: { command: `echo ${TOKEN}` },
  };
  const io = {
    ...ioWith(JSON.stringify(event), world.env),
    elapsed: () => clock.ms,
    // The clock is asked by add_date.
    now() {
      clock.ms = clock.afterDate ?? clock.ms;
      return new Date();
    },
  };
  return (await dispatch(io, { agent: "claude-code", args: [] })).stdout;
}

test("what guards has run before anything else takes the time, wherever it stands in the registry", async () => {
  const said = await answered(["add_date", "redact_secrets"], { ms: 0, afterDate: 60_000 });
  expect(said).toContain("echo [REDACTED]");
  expect(said).not.toContain("took too long, so");
});

test.each([
  ["moves the deadline no further away", 16_000, "add_date took too long and was left out"],
  ["says nothing where there is time", 1_000, "Today's date"],
])("the timeout of an entry %s", async (_what, ms, expected) => {
  expect(await answered([{ name: "add_date", timeout: 15 }], { ms })).toContain(expected);
});

test("what is to know the answer still runs when the time is over", async () => {
  expect(await answered(["add_date", "log_events"], { ms: 16_000 })).toContain("was left out");
  expect(readFileSync(join(world.data, "log/events.jsonl"), "utf8").trim().split("\n")).toHaveLength(1);
});

test("texts come in the order of the registry, whatever the order of the entries", async () => {
  expect(await answered([["add_context", "said last"], "add_date"], { ms: 0 })).toMatch(/Today's date.*said last/s);
});

test("two entries of one builtin that differ in what a failure means both count", async () => {
  const entries = ["allow", "deny"].map((meaning) => ({ name: "add_date", on_failure: meaning }));
  expect(await answered(entries, { ms: 16_000 })).toContain("add_date took too long, so this tool call was not let");
});
