import { existsSync, readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { keepResult } from "../../../session/kept-results.ts";
import { openKnownContext } from "../../../session/known-context.ts";
import { isFirstTime, newInSession, tellLater } from "../../../session/said.ts";
import { ioWith } from "../../support/io-with.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();
const io = () => ({ ...ioWith("", world.env), now: () => new Date() });
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

test.each<[what: string, remember: (session: string) => unknown]>([
  ["sentences that were said", (session) => isFirstTime(io(), [session, "one"])],
  ["lines of a session", (session) => newInSession(io(), session, ["one"])],
  ["sentences that wait", (session) => tellLater(io(), ["vibe", session], ["one"])],
  ["results that were kept", (session) => keepResult(io(), session, "a long result")],
  [
    "texts that the model has",
    (session) => {
      const known = openKnownContext(io(), { dialect: "claude-code", sessionId: session })!;
      known.note("git", "text");
      known.keep();
    },
  ],
])("%s are kept for a week, and deleted by the next session", (_, remember) => {
  const keptAfter = (days: number) => {
    remember(`old ${days}`);
    const old = filesOf(world.data);
    const time = new Date(Date.now() - days * 86_400_000);
    for (const file of old) utimesSync(file, time, time);
    remember(`new ${days}`);
    return old.filter((file) => existsSync(file)).length;
  };
  expect(keptAfter(6)).toBeGreaterThan(0);
  expect(keptAfter(8)).toBe(0);
});
