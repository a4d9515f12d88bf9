import { readdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { forgetSession } from "../../../hook/forget-session.ts";
import { nameOf } from "../../../kit/hash.ts";
import type { Io } from "../../../kit/io.ts";
import { cleanTexts } from "../../../redactors/memory/clean-texts.ts";
import { keepTail } from "../../../redactors/memory/tails.ts";
import { keepResult } from "../../../session/kept-results.ts";
import { openKnownContext } from "../../../session/known-context.ts";
import { noteMod } from "../../../session/live-mod.ts";
import { keepPasses, sessionName } from "../../../session/passes.ts";
import { keepRefusedPaths } from "../../../session/refused-paths.ts";
import { keepRewrittenCall } from "../../../session/rewritten-calls.ts";
import { keepSecretCopies } from "../../../session/secret-copies.ts";
import { newInSession, notYetSaid } from "../../../session/said.ts";
import { wasJustShown } from "../../../session/shown-outputs.ts";
import { ioWith } from "../../support/io-with.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();

/** Every memory of a session. */
function remember(io: Io, sessionId: string): void {
  const text = `what ${sessionId} printed, `.repeat(9);
  cleanTexts(io, sessionId, "rules", text, undefined)!.remember([text]);
  keepTail(io, { sessionId, toolUseId: "t" }, "token=", "");
  keepResult(io, sessionId, text);
  wasJustShown(io, sessionId, ["read_file"], text);
  keepSecretCopies(io, sessionId, new Map([["/tmp/copy", "secrets"]]));
  keepRewrittenCall(io, { sessionId, toolUseId: "t" }, { given: "g", taken: [], found: [] });
  keepRefusedPaths(io, { sessionId, toolUseId: "t" }, { rules: ["r"], paths: ["/one"] });
  keepPasses(io, sessionName(sessionId), [{ setting: ["allow"], lines: ["ls"], at: io.now().getTime() }]);
  const known = openKnownContext(io, { dialect: "claude-code", sessionId })!;
  known.note("date", "today");
  known.keep();
  world.write(`${world.data}/hooks-read/${nameOf(sessionId)}`, "{}");
}

// An id with other signs than letters and digits is hashed in the names of files.
test.each(["session-one", "session one/é"])(
  "what is remembered of %s goes when it ends, and nothing of another",
  (ended) => {
    const io = { ...ioWith("", world.env), now: () => new Date() };
    const files = () => readdirSync(world.data, { recursive: true, encoding: "utf8" });
    remember(io, "session-two");
    const ofOther = files().toSorted();
    remember(io, ended);
    expect(files().length - ofOther.length).toBeGreaterThanOrEqual(9);
    forgetSession(io, ended);
    expect(files().toSorted()).toEqual(ofOther);
  },
);

test("what is remembered of sessions whose end nobody told goes after a week, with the next that is remembered", () => {
  const io = { ...ioWith("", world.env), now: () => new Date() };
  const OWN = [
    "clean",
    "mods",
    "notices",
    "rewritten",
    "secret-copies",
    "taken",
    "shown-outputs",
    "tails",
    "tool-results",
  ];
  const files = () => OWN.map((folder) => [folder, ...readdirSync(join(world.data, folder))]);
  const rememberMore = (session: string) => {
    remember(io, session);
    noteMod(io, session);
    newInSession(io, session, ["line"]);
    notYetSaid(io, session, ["one."]);
  };
  rememberMore("session-two");
  const ofOther = files();
  world.remove();
  rememberMore("session-one");
  const old = new Date(Date.now() - 8 * 24 * 3_600_000);
  for (const [folder = "", ...names] of files())
    for (const name of names) utimesSync(join(world.data, folder, name), old, old);
  rememberMore("session-two");
  expect(files()).toEqual(ofOther);
});

test("each memory of the folder that can forget a session is asked to", () => {
  const forgets = readdirSync("session").flatMap((name) =>
    [
      ...readFileSync(join("session", name), "utf8").matchAll(/^export function (forget\w+)\(.*, sessionId: string/gm),
    ].map(([, one]) => one!),
  );
  expect(forgets.length).toBeGreaterThan(4);
  const called = readFileSync("hook/forget-session.ts", "utf8");
  expect(forgets.filter((name) => !called.includes(`  ${name}(io, sessionId);`))).toEqual([]);
});
