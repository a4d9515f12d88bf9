import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { dispatch } from "../../hook/dispatch.ts";
import type { JsonObject } from "../../kit/json.ts";
import { agentMatrix } from "../../agents/codec/matrix.ts";
import type { AgentName } from "../../agents/registry.ts";
import { listCheckpoints } from "../../shadow-repo/look/list-checkpoints.ts";
import { ioWith } from "../support/io-with.ts";
import { COMMITTED, worldOfEachTest } from "../support/temporary-world.ts";
import { fillIn } from "./placeholders.ts";

/** One turn with one tool call, as each agent tells it; the tool makes a file. */
const turns = JSON.parse(readFileSync(join(import.meta.dirname, "turns.json"), "utf8")) as Record<
  AgentName,
  JsonObject[]
>;
const rows = await agentMatrix();

const world = worldOfEachTest(COMMITTED);

describe("a turn with a tool call can be undone, as the matrix says", () => {
  test.each(Object.entries(turns))("%s", async (agent, events) => {
    for (const event of events) {
      const stdin = fillIn(event, { cwd: world.cwd, home: world.home, server: "", tokens: {} }) as JsonObject;
      const { exitCode, stderr } = await dispatch(
        { ...ioWith(JSON.stringify(stdin), world.env), cwd: world.cwd, now: () => new Date() },
        { agent, builtin: "snapshot", args: [] },
      );
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
      if (isBeforeTool(event)) world.write("new.txt", "made by a tool");
    }
    const io = { ...ioWith("", world.env), cwd: world.cwd, now: () => new Date() };
    const { checkpoints } = await listCheckpoints(io, world.cwd, { all: false });
    const { degrees } = rows.find((row) => row.agent === agent)!;
    const expected = [
      ...(degrees.checkpoint_tool === "native" ? ["tool"] : []),
      ...(degrees.checkpoint_turn === "native" ? ["turn"] : []),
    ];
    expect(checkpoints.map(({ scope }) => scope).sort()).toEqual(expected);
  });
});

function isBeforeTool(event: JsonObject): boolean {
  const text = JSON.stringify(event);
  return (
    /PreToolUse|BeforeTool|preToolUse|pre_tool|pre_write_code|tool\.execute\.before|"tool_call"/.test(text) ||
    ("toolArgs" in event && !("toolResult" in event)) ||
    ("toolCall" in event && !("error" in event))
  );
}
