import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { expect, test, vi } from "vitest";

import type { CheckpointList } from "../../shadow-repo/journal/checkpoint.ts";
import { watchFolder } from "../../kit/watch-folder.ts";
import { runSnapveil } from "../support/run.ts";
import { COMMITTED, worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest(COMMITTED, runSnapveil);
const TOKEN = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");
const BINARY = join(import.meta.dirname, "../../dist/snapveil.cjs");
const list = async () => (await world.json<CheckpointList>(["checkpoints"])).checkpoints;
const bash = (script: string, ...options: string[]) => ["run", "--every", "1s", ...options, "--", "bash", "-c", script];
const startRun = (script: string) =>
  spawn(process.execPath, [BINARY, ...bash(script)], { cwd: world.cwd, env: world.env, stdio: "ignore" });

/** Some work as one burst, however slow the machine is: `run` stands still until all of it is there. */
const burst = (script: string) => `kill -STOP $PPID; ${script}; kill -CONT $PPID`;
/** Goes on as soon as a state with this file is recorded. */
const untilRecorded = (path: string) =>
  `until "${process.execPath}" "${BINARY}" checkpoints ${path} --json 2>/dev/null | grep -q '"${path}"'; do sleep 0.1; done`;

test("a state before, one after each burst that has settled, and one after; restore goes back to before", async () => {
  world.write("file.txt", "mine\n");
  const script = `${burst("echo a > file.txt; mkdir new; echo b > new/b.txt")}; ${untilRecorded("new/b.txt")}; echo c > new/b.txt
    until "${process.execPath}" "${BINARY}" checkpoints new/b.txt --json | grep -c '"id"' | grep -q 2; do sleep 0.1; done
    rm file.txt; exit 7`;
  const { stdout, stderr, exitCode } = await world.snapveil(bash(script));
  expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 7 });
  const states = await list();
  expect(states.map(({ files }) => files.map(({ path }) => path))).toEqual([
    [],
    ["file.txt", "new/b.txt"],
    ["new/b.txt"],
    ["file.txt"],
    ["file.txt", "new/b.txt"],
  ]);
  expect(stderr).toContain(`${states[1]!.id}  2 files: file.txt, new/b.txt\n`);
  expect(stderr).toContain(`snapveil undo. Later on: snapveil undo --step ${states.at(-1)!.id}\n`);
  await world.snapveil(["restore", states[0]!.id, "--yes"]);
  expect(world.read("file.txt")).toBe("mine\n");
  expect(existsSync(world.at("new"))).toBe(false);
  await world.snapveil(["restore", states[1]!.id, "--yes"]);
  expect([world.read("file.txt"), world.read("new/b.txt")]).toEqual(["a\n", "b\n"]);
});

test("undo takes the whole run back, deleted files included that git ignores", async () => {
  world.sh("printf 'local/\\n' > .gitignore; mkdir local; printf k > local/notes");
  const { stderr } = await world.snapveil(bash("printf a > file.txt; rm -r local"));
  expect(stderr).toContain(`Recorded ${(await list()).at(-1)!.id}, 1 file: file.txt\n`);
  const { stdout } = await world.snapveil(["undo", "--yes"]);
  expect(stdout).toContain("local/notes (kept)");
  expect([world.read("file.txt"), world.read("local/notes")]).toEqual(["one\n", "k"]);
});

test("streams and the end by a signal are passed through, and no secret of the command is kept", {
  tags: ["long"],
}, async () => {
  const { stdout, stderr } = await world.snapveil(["run", "--", "cat", "-"], { input: "in" });
  expect({ stdout, stderr }).toEqual({ stdout: "in", stderr: "snapveil: Nothing changed.\n" });
  await world.snapveil(["run", "--", "true", TOKEN]);
  expect((await list()).at(-1)).toMatchObject({ scope: "manual", command: expect.stringMatching(/^true \[REDACTED/) });

  const child = startRun(
    "trap 'echo told > told.txt; kill -KILL $$' TERM; echo > ready.txt; while :; do sleep 0.1; done",
  );
  const ended = new Promise((resolve) => child.on("exit", (code, signal) => resolve(signal ?? code)));
  await expect.poll(() => existsSync(world.at("ready.txt"))).toBe(true);
  child.kill("SIGTERM");
  expect(await ended).toBe("SIGKILL");
  expect(world.read("told.txt")).toBe("told\n");
  expect((await list()).at(-1)!.files.map(({ path }) => path)).toContain("told.txt");
});

test("what cannot be recorded or started", async () => {
  expect(await world.snapveil(["run", "--", "no-such-program"])).toMatchObject({
    exitCode: 127,
    stderr: expect.stringContaining("no-such-program could not be started: ENOENT"),
  });
  const { exitCode, stderr } = await world.snapveil(["run", "--", "touch", "ran"], { cwd: world.home });
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining("not inside a git worktree") });
  expect(existsSync(join(world.home, "ran"))).toBe(false);
  expect(await world.snapveil(["run", "--every", "often", "--", "true"])).toMatchObject({ exitCode: 2 });
});

test("after kill -9 the states until then are whole", { tags: ["long"] }, async () => {
  const child = startRun(`${burst("echo a > file.txt; echo $$ > pid")}; sleep 60`);
  const ended = new Promise((resolve) => child.on("exit", resolve));
  await expect.poll(async () => (await list()).length).toBe(2);
  child.kill("SIGKILL");
  await ended;
  process.kill(Number(world.read("pid")));
  expect(await world.json(["verify"])).toMatchObject({ ok: true });
  await world.snapveil(["restore", (await list())[0]!.id, "--yes"]);
  expect(world.read("file.txt")).toBe("one\n");
});

test("where there is no room to watch, states are looked for again and again", async () => {
  world.sh("mkdir -p a/b node_modules/c");
  const how = { platform: "linux", without: new Set([".git", "node_modules"]) };
  const wide = watchFolder(world.cwd, { ...how, atMost: 3 }, () => {});
  const narrow = watchFolder(world.cwd, { ...how, atMost: 2 }, () => {});
  expect([wide.renew(), narrow.renew(), narrow.renew()]).toEqual([true, false, false]);
  wide.close();

  vi.doMock("../../kit/watch-folder.ts", () => ({ watchFolder: () => ({ renew: () => false, close: () => {} }) }));
  const { runAround } = await import("../../bin/run-around.ts");
  let looks = 0;
  const record = async () => {
    looks += 1;
    if (looks === 3) world.write("stop", "");
  };
  const program = ["bash", "-c", `until [ -e '${world.at("stop")}' ]; do sleep 0.05; done; exit 3`];
  const around = { root: world.cwd, every: 20, record };
  expect(await runAround({ platform: "linux" }, program, around)).toEqual({ code: 3 });
  expect(looks).toBeGreaterThanOrEqual(3);
});

test("of changes that never settle a state is recorded all the same", async () => {
  let timer: NodeJS.Timeout | undefined;
  const watchFolder_ = (_root: string, _how: object, changed: () => void) => {
    timer = setInterval(changed, 1);
    return { renew: () => true, close: () => clearInterval(timer) };
  };
  vi.resetModules();
  vi.doMock("../../kit/watch-folder.ts", () => ({ watchFolder: watchFolder_ }));
  const { runAround } = await import("../../bin/run-around.ts");
  const record = async () => void world.write("stop", "");
  const program = ["bash", "-c", `until [ -e '${world.at("stop")}' ]; do sleep 0.05; done; exit 3`];
  expect(await runAround({ platform: "linux" }, program, { root: world.cwd, every: 200, record })).toEqual({ code: 3 });
});

test("--audit names the files that hold secrets, and how many there are, and nothing of them", {
  tags: ["long"],
}, async () => {
  world.write("old.txt", `TOKEN=${TOKEN}\n`);
  const { stderr, exitCode } = await world.snapveil(
    bash(`echo "TOKEN=${TOKEN}" | tee new.txt > other.txt; rm file.txt`, "--audit"),
  );
  expect({ stderr, exitCode }).toEqual({
    stderr: expect.stringContaining("snapveil: Audit: 2 secrets in new.txt, other.txt. To look: snapveil audit.\n"),
    exitCode: 0,
  });
  expect(stderr).not.toContain(TOKEN);
  expect((await world.snapveil(bash("echo fine > fine.txt", "--audit"))).stderr).toContain(
    "Audit: no secret in 1 file made or changed.\n",
  );
  expect((await world.snapveil(bash("rm fine.txt", "--audit"))).stderr).toContain(
    "Audit: no file was made or changed.\n",
  );
  expect((await world.snapveil(bash("echo fine > fine.txt"))).stderr).not.toContain("Audit");
});
