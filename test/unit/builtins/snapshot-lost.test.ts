import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import type { Call } from "../../../builtins/call.ts";
import snapshot from "../../../builtins/snapshot.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { COMMITTED, makeWorld, type World } from "../shadow-repo/world.ts";

const IGNORING = `${COMMITTED} && printf 'data/\\n.env\\ndist\\n' > .gitignore && git add . && git commit -qm ignore && mkdir data`;

/** The settings of a test, and the script that makes its files. */
function makeConfigured(setup: string, settings: object): World {
  const world = makeWorld(`${IGNORING}; ${setup}`);
  const file = join(world.home, "config.json");
  writeFileSync(file, JSON.stringify(settings));
  (world.io.env as Record<string, string>)["SNAPVEIL_CONFIG"] = file;
  return world;
}

type Name = Parameters<typeof snapshot>[0]["name"];

/** What is told to the person and to the model at an event. */
async function told(world: World, name: Name, fields: object = {}, call: Partial<Call> = {}): Promise<string> {
  const event = { name, wireName: name, dialect: "claude-code", sessionId: "s", cwd: world.root, raw: {}, ...fields };
  const { notice = [], context = [] } = await snapshot(event as unknown as HookEvent<Name>, {
    io: world.io,
    settings: DEFAULT_SETTINGS,
    args: [],
    origin: "user",
    ...call,
  });
  if (name === "post_tool_use") expect(context).toEqual(notice);
  return notice.join("\n");
}

const shell = (command: string) => ({ toolUseId: "c", toolName: "Bash", toolInput: { command } });

/** A call of a shell within a turn, and what is told after it. */
async function call(world: World, script: string, words = script, fields: object = {}): Promise<string> {
  const event = { ...shell(words), ...fields };
  await told(world, "pre_tool_use", event);
  world.sh(script);
  return told(world, "post_tool_use", event);
}

const GONE = "and neither a checkpoint nor a kept copy holds what was in it";

test.each([
  [
    "an ignored file that is too large to be kept",
    "head -c 9000000 /dev/urandom > data/model.bin",
    {},
    "rm -r data",
    `snapveil: data/model.bin (8.6 MiB) is gone, ${GONE} (too large to be kept). If it was ever staged, git fsck ` +
      '--lost-found may still find it; else only a backup has it. With the setting "keep": { "fileLimit": "9 MiB" } a copy ' +
      "would have been kept.",
  ],
  [
    "an ignored file beyond the bounds",
    "echo new > data/new.csv; echo old > data/old.csv; touch -d 2020-01-01 data/old.csv",
    { keep: { files: 1 } },
    "rm data/*",
    /^snapveil: data\/old\.csv \(4 bytes\) is gone, .*\(beyond what is kept of a worktree\).* "keep": \{ "budget": …, "files": … \} raised /,
  ],
  [
    "a file in an ignored folder of too many files",
    "seq 5 | xargs -I{} sh -c 'echo x > data/{}.csv'",
    { keep: { files: 2 } },
    "rm data/*.csv",
    /^snapveil: data\/\d\.csv \(2 bytes\), .* and 2 more are gone, .*\(in a folder of too many files\)/,
  ],
  [
    "an ignored file that the settings name",
    "echo x > data/x.csv",
    { keep: { exclude: ["*.csv"] } },
    "rm data/x.csv",
    /^snapveil: data\/x\.csv \(2 bytes\) is gone, .*\(your setting "keep" excludes it\)/,
  ],
  [
    "an ignored file where nothing is kept",
    "echo K=1 > .env",
    { keep: false },
    "rm .env",
    /^snapveil: \.env \(4 bytes\) is gone, .*\(your setting "keep" is false\).* "keep": \{\} a copy would have been kept\.$/,
  ],
  [
    "a new file that is too large to be recorded",
    "head -c 3000000 /dev/urandom > big",
    {},
    "echo > big",
    /^snapveil: big \(2\.9 MiB\) is overwritten, .*\(too large to be recorded\).*"newFileLimit": "3 MiB"/,
  ],
  [
    "one of which git holds a version",
    "head -c 3000000 /dev/urandom > big; git add big",
    { checkpoints: { exclude: ["big"] } },
    "rm big",
    /^snapveil: big .*git holds the version that was staged last: git restore big\. With the setting "checkpoints": \{ "exclude"/,
  ],
  [
    "a file outside, in a folder that the call names",
    "mkdir ~/notes; echo secret plan > ~/notes/plan.md",
    {},
    "rm -r ~/notes",
    /^snapveil: .*\/notes\/ is gone, .*\(outside of every worktree\)\. Only a backup may have it\. snapveil track .* has the folder recorded\.$/,
  ],
  [
    "a file outside that a pattern means",
    "mkdir ~/notes; echo plan > ~/notes/plan.md",
    {},
    "echo x > ~/notes/other.txt; cp ~/notes/other.txt ~/notes/plan.md; rm -f ~/notes/*.txt",
    /^snapveil: .*\/notes\/plan\.md \(5 bytes\) is overwritten, /,
  ],
  ["no kept file", "echo K=1 > .env", {}, "rm .env", ""],
  ["no build output", "mkdir dist; head -c 9000000 /dev/urandom > dist/a.js", {}, "rm -r dist", ""],
  ["no temporary file", "echo x > /tmp/snapveil-test-$$; echo $$ > pid", {}, "rm /tmp/snapveil-test-$(cat pid)", ""],
  ["no file that only grew", "head -c 9000000 /dev/urandom > data/a", {}, "echo more >> data/a", ""],
] as const)("a call is told once of %s", async (_what, setup, settings, script, expected) => {
  const world = makeConfigured(setup, settings);
  await told(world, "session_start");
  await told(world, "turn_start");
  const outcome = await call(world, script);
  if (typeof expected === "string") expect(outcome).toBe(expected);
  else expect(outcome).toMatch(expected);
  expect(await told(world, "turn_end")).toBe("");
});

test("a file in a repository that the session does not record", async () => {
  const world = makeConfigured("git init -q ~/other; echo x > ~/other/x", {});
  const fields = { recordsFolder: true };
  await told(world, "turn_start", fields);
  expect(await call(world, "rm ~/other/x", "rm ~/other/x", fields)).toMatch(
    /^snapveil: .*\/other\/x \(2 bytes\) is gone, .*\(in a repository that this session does not record\)/,
  );
});

test("a file that the agent made in the turn is its own", async () => {
  const world = makeConfigured("true", {});
  await told(world, "turn_start");
  expect(await call(world, "head -c 9000000 /dev/urandom > data/big")).toBe("");
  expect(await call(world, "rm data/big")).toBe("");
});

test("a loss that no call is known to have made is told when the turn ends", async () => {
  const world = makeConfigured("head -c 9000000 /dev/urandom > data/big", {});
  await told(world, "turn_start");
  world.sh("rm data/big");
  expect(await told(world, "turn_end")).toContain("data/big (8.6 MiB) is gone");
});

test("a loss in a turn that never ended is told when the next one begins", async () => {
  const world = makeConfigured("head -c 9000000 /dev/urandom > data/big", {});
  await told(world, "session_start");
  await told(world, "turn_start");
  await told(world, "pre_tool_use", shell("rm data/big"));
  world.sh("rm data/big");
  expect(await told(world, "turn_start")).toContain("data/big (8.6 MiB) is gone");
});

test("a background command that goes on behind the turn is told of when the next one begins", async () => {
  const world = makeConfigured("head -c 9000000 /dev/urandom > data/big; echo K=1 > .env", {});
  await told(world, "session_start");
  await told(world, "turn_start");
  expect(
    await call(world, "true", "./clean.sh", { toolInput: { command: "./clean.sh", run_in_background: true } }),
  ).toBe("");
  expect(await told(world, "turn_end")).toBe("");
  world.sh("rm -r data .env");
  const said = await told(world, "turn_start");
  expect(said).toContain("data/big (8.6 MiB) is gone");
  const copy =
    /\.env \(4 bytes\) is gone, by a command in the background or by you\. A copy is left for now: (.*)$/m.exec(said);
  world.sh(copy![1]!);
  expect(world.files(".env")).toBe("K=1");
  expect(await told(world, "turn_end")).toBe("");
});

test("two sessions: the one whose call ran is told, and the other's turn does not end with the same", async () => {
  const world = makeConfigured("head -c 9000000 /dev/urandom > data/big", {});
  for (const sessionId of ["a", "b"]) await told(world, "turn_start", { sessionId });
  expect(await call(world, "rm data/big", "rm data/big", { sessionId: "a" })).toContain("data/big");
  for (const sessionId of ["b", "a"]) expect(await told(world, "turn_end", { sessionId })).toBe("");
});

test("a secret in a name is told of without it", async () => {
  const world = makeConfigured("true", {});
  const secret = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0xgqo3"].join("");
  world.sh(`head -c 9000000 /dev/urandom > data/${secret}`);
  await told(world, "turn_start");
  const said = await call(world, "rm data/*");
  expect(said).toContain("is gone");
  expect(said).not.toContain(secret);
});

const STASH = "echo own >> base.txt; git stash push -qm work";

test("a call that drops a stash is told of at once, and its turn does not say it again", async () => {
  const world = makeConfigured(STASH, {});
  await told(world, "turn_start");
  expect(await call(world, "true")).toBe("");
  expect(await call(world, "git stash drop -q")).toMatch(
    /^snapveil: A stash is gone: On main: work\. .*git stash store/,
  );
  expect(await told(world, "turn_end")).toBe("");
});

test("nothing is said of a stash that comes and goes with the calls of one turn", async () => {
  const world = makeConfigured("true", {});
  await told(world, "turn_start");
  expect(await call(world, STASH)).toBe("");
  expect(await call(world, "git stash pop -q")).toBe("");
  expect(await told(world, "turn_end")).toBe("");
});
