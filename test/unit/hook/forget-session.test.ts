import { readdirSync } from "node:fs";

import { expect, test } from "vitest";

import { forgetSession } from "../../../hook/forget-session.ts";
import type { Io } from "../../../kit/io.ts";
import { cleanTexts } from "../../../redactors/memory/clean-texts.ts";
import { keepTail } from "../../../redactors/memory/tails.ts";
import { keepResult } from "../../../session/kept-results.ts";
import { keepRewrittenCall } from "../../../session/rewritten-calls.ts";
import { ioWith } from "../../support/io-with.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();

/** Every memory of a session. */
function remember(io: Io, sessionId: string): void {
  const text = `what ${sessionId} printed, `.repeat(9);
  cleanTexts(io, sessionId, "rules", text, undefined)!.remember([text]);
  keepTail(io, { sessionId, toolUseId: "t" }, "token=", "");
  keepResult(io, sessionId, text);
  keepRewrittenCall(io, { sessionId, toolUseId: "t" }, { given: "g", taken: [], found: [] });
  world.write(`${world.data}/conversations/${sessionId}.claude-code`, "{}");
  world.write(`${world.data}/hooks-read/${sessionId}`, "{}");
}

test("what is remembered of a session goes when it ends, and nothing of another", () => {
  const io = { ...ioWith("", world.env), now: () => new Date() };
  const files = () => readdirSync(world.data, { recursive: true, encoding: "utf8" });
  remember(io, "session-two");
  const ofOther = files().toSorted();
  remember(io, "session-one");
  expect(files().length - ofOther.length).toBeGreaterThanOrEqual(6);
  forgetSession(io, "session-one");
  expect(files().toSorted()).toEqual(ofOther);
});
