import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { ownerLine, takeLock } from "../../shadow-repo/locks/owned-lock.ts";
import { silentIo } from "../support/silent-io.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const REPOSITORY = "git init -q . && echo a > a.txt && mkdir -p b && echo b > b/b.txt && git add . && git commit -qm f";
const world = worldOfEachTest("mkdir -p ~/folder");
/** Not the world's own folder: without git that is a temporary one. */
const folder = () => join(world.home, "folder");
const sh = (script: string) => world.sh(`cd ~/folder && ${script}`);

interface Decision {
  readonly permissionDecision?: string;
  readonly permissionDecisionReason?: string;
}

const event = (hook_event_name: string, more: object, env: Record<string, string> = {}) =>
  world.hook(["--agent", "claude-code"], { hook_event_name, cwd: folder(), ...more }, { env, cwd: folder() });

async function begin(env: Record<string, string> = {}): Promise<string> {
  const started = await event("SessionStart", { source: "startup" }, env);
  await event("UserPromptSubmit", { prompt: "do it" }, env);
  return started.stdout;
}

/** The reason of the question about a command; "" if it passes. */
const asked = (command: string, env: Record<string, string> = {}) => askedOf("Bash", { command }, env);

async function askedOf(tool_name: string, tool_input: object, env = {}, cwd = folder()): Promise<string> {
  const { stdout } = await event("PreToolUse", { tool_name, tool_use_id: "t", tool_input, cwd }, env);
  const answer = (stdout === "" ? {} : JSON.parse(stdout)) as { hookSpecificOutput?: Decision };
  const { permissionDecision = "", permissionDecisionReason = "" } = answer.hookSpecificOutput ?? {};
  return permissionDecision === "ask" ? permissionDecisionReason : permissionDecision;
}

const HARMLESS = ["rm -rf node_modules", "rm -rf /tmp/x", "echo x > new.txt", "touch t", "rm nothing.txt"];

describe("in a folder without git", () => {
  const SETUP =
    "echo l > loose.txt && mkdir -p sub empty node_modules && echo s > sub/s.txt && echo n > node_modules/n";

  test("the guard asks about every file that is there", async () => {
    sh(SETUP);
    for (const command of ["rm loose.txt", "echo x > loose.txt", "mv sub/s.txt loose.txt", "rm *.txt"])
      expect(await asked(command), command).toContain("kept copy holds: loose.txt");
    expect(await asked("rm -rf sub")).toContain("kept copy holds: sub");
    expect(await asked("find . -name '*.txt' -delete")).toContain("loose.txt, sub/s.txt");
    for (const command of [...HARMLESS, "rm -rf empty", "mkdir q && cp loose.txt q/", "find . -name '*.md' -delete"])
      expect(await asked(command), command).toBe("");
    const loose = { file_path: join(folder(), "loose.txt"), content: "x" };
    expect(await askedOf("Write", loose)).toBe("");
  });

  test("a folder of thousands of files that a tool made hides none of the person's", async () => {
    sh("mkdir -p a/b node_modules && echo d > a/b/deep.txt && cd node_modules && seq 5001 | xargs touch");
    expect(await asked("find . -name 'deep.txt' -delete")).toContain("a/b/deep.txt");
  });

  test("and about none of a folder that is tracked", async () => {
    sh(SETUP);
    expect((await world.snapveil(["track", "."], { cwd: folder() })).exitCode).toBe(0);
    for (const command of ["rm loose.txt", "rm -rf sub"]) expect(await asked(command), command).toBe("");
  });

  test("in a tracked folder of a repository it takes no copy for one of the repository's file", async () => {
    sh("mkdir sub");
    const cwd = join(folder(), "sub");
    expect((await world.snapveil(["track", "."], { cwd })).exitCode).toBe(0);
    sh("git init -q . && echo .env > .gitignore && echo A=1 > .env && cp .gitignore .env sub");
    expect(await askedOf("Bash", { command: "rm ../.env" }, {}, cwd)).toContain("kept copy holds: .env");
  });

  test("above repositories it asks about a whole one, and holds those files that are recorded", async () => {
    const ignored = "echo .env > .gitignore && git add .gitignore && git commit -qm i && echo A=1 > .env";
    sh(`${SETUP} && for r in one two; do mkdir $r && (cd $r && ${REPOSITORY} && ${ignored}); done`);
    sh("echo changed > one/a.txt && echo new > one/new.txt");
    // Without a turn nothing is recorded below the folder, and git holds what is committed.
    expect(await asked("rm one/a.txt one/b/b.txt one/new.txt")).toMatch(/: one\/new\.txt, one\/a\.txt(?!, one\/b)/);
    expect(await begin()).toContain("one, two");
    for (const command of ["rm one/a.txt one/new.txt", "cd one && rm a.txt", "rm -rf one/b", ...HARMLESS])
      expect(await asked(command), command).toBe("");
    expect(await asked("rm -rf one")).toContain("kept copy holds: one");
    expect(await asked("rm one/.env")).toContain("one/.env");
    expect(await asked("rm loose.txt")).toContain("loose.txt");
  });
});

describe("if nothing is recorded", () => {
  const changed = () => sh(`${REPOSITORY} && echo changed > a.txt && echo u > u.txt && echo c > b/b.txt`);
  const LOSSES = [
    ["rm a.txt u.txt", "u.txt"],
    ["rm -rf b", "b/b.txt"],
    ["git checkout -- .", "a.txt"],
    ["git reset --hard", "a.txt"],
    ["git clean -fd", "u.txt"],
    ["echo x > u.txt", "u.txt"],
  ] as const;

  async function expectQuestions(env: Record<string, string> = {}) {
    for (const [command, file] of LOSSES) expect(await asked(command, env), command).toContain(file);
    for (const command of HARMLESS) expect(await asked(command, env), command).toBe("");
    sh("git checkout -q -- .");
    for (const command of ["rm a.txt", "rm -rf b", "git reset --hard"]) expect(await asked(command, env)).toBe("");
  }

  test("the guard asks while its data cannot be written", async () => {
    changed();
    const env = { SNAPVEIL_DATA_DIR: join(world.tmp, "file") };
    writeFileSync(env.SNAPVEIL_DATA_DIR, "");
    expect(await begin(env)).toContain("records no checkpoints");
    await expectQuestions(env);
  });

  test("the guard asks while a state is still being recorded", async () => {
    changed();
    await begin();
    for (const [command] of LOSSES) expect(await asked(command), command).toBe("");
    const late = join(world.data, "late", world.sh("ls $SNAPVEIL_DATA_DIR/snapshot").trim());
    mkdirSync(late, { recursive: true });
    const work = { kind: "before", key: { kind: "turn", session: "other" }, prefix: "", beginning: {}, options: {} };
    // So long ago that no hook waits for it any more, and its process is still at work: this one.
    const job = { work, asked: { at: new Date(Date.now() - 120_000).toISOString() } };
    writeFileSync(join(late, "000000001-0a"), JSON.stringify(job));
    const io = silentIo(world.cwd, world.env);
    const lock = takeLock(join(late, "lock"), ownerLine(io), io);
    await expectQuestions();
    lock!.release();
  });

  test("and not at a first call, which is recorded itself", async () => {
    changed();
    for (const [command] of LOSSES) expect(await asked(command), command).toBe("");
  });
});
