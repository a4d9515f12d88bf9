import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { basename, join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { residentsIn } from "../../worktree/resident-folder.ts";
import { ASKER, askerWords, callEvent, killResidents, noAsker, startResident } from "../support/ask-resident.ts";
import { run, runSnapveil } from "../support/run.ts";
import { temporaryWorld, type TemporaryWorld } from "../support/temporary-world.ts";

let world: TemporaryWorld;
let folder: string;
beforeEach(({ skip }) => {
  world = temporaryWorld();
  folder = join(world.data, "residents");
  if (noAsker !== undefined) skip(noAsker);
  delete world.env["SNAPVEIL_RESIDENT"];
});
afterEach(async () => {
  await killResidents(folder);
  world.remove();
});

const running = () => residentsIn(folder, process.platform);
const WORDS = ["hook", "--agent", "claude-code"];
const event = (command: string) => callEvent(world.cwd, command);
/** One of those with which the build makes the program that asks. */
const COMPILER = ["cc", "gcc", "clang"].find((name) => spawnSync(name, ["--version"]).status === 0) ?? "musl-gcc";
const REFUSED = "rm -rf ~/";

const here = () => ({ env: world.env, cwd: world.cwd });
const plain = (input: string, words = WORDS) =>
  runSnapveil(words, { env: { ...world.env, SNAPVEIL_RESIDENT: "0" }, cwd: world.cwd, input });
const serve = async () => {
  await startResident(here());
  return running()[0]!;
};

describe("an event of an odd process is answered as without a resident", () => {
  /** Asks from a shell, which changes a stream or the folder first. `$@` is the asker and its words. */
  const inShell = (script: string, input = event(REFUSED)) =>
    run("bash", ["-c", script, "sh", ASKER, ...askerWords(here(), WORDS)], { ...here(), input });

  test.each([
    ["closed standard input", '"$@" <&-'],
    ["standard input that is a folder", '"$@" </'],
    ["closed output", '"$@" >&-'],
    ["closed standard error", '"$@" 2>&-'],
    ["three closed streams", '"$@" <&- >&- 2>&-'],
    ["a folder whose name is no UTF-8", `mkdir -p $'b\\xff' && cd $'b\\xff' && "$@"`],
    ["variables with odd names", 'env __proto__=1 constructor=2 toString= "$@"'],
  ])("%s", async (_what, script) => {
    const { pid } = await serve();
    const said = await inShell(script);
    expect(said).toEqual(await inShell(`export SNAPVEIL_RESIDENT=0; ${script}`));
    expect(running().map((one) => one.pid)).toEqual([pid]); // no event of this kind ends the process
  });

  test("the help of `hook`", async () => {
    await serve();
    const words = ["hook", "--help"];
    expect(await run(ASKER, askerWords(here(), words), { ...here(), input: "" })).toEqual(await plain("", words));
  });
});

test("an event whose text cannot be handed on is refused", async () => {
  process.kill((await serve()).pid, "SIGKILL");
  const [header, asker] = [join(world.tmp, "no-fork.h"), join(world.tmp, "ask")];
  const lines = [
    "#define _GNU_SOURCE",
    "#include <errno.h>",
    "#include <unistd.h>",
    "static int forks;",
    "static pid_t once(void) { if (forks++) { errno = EAGAIN; return -1; } return fork(); }",
    "#define fork once",
  ];
  writeFileSync(header, `${lines.join("\n")}\n`);
  const source = join(import.meta.dirname, "../../launcher/ask.c");
  expect(spawnSync(COMPILER, ["-w", "-include", header, "-o", asker, source], { encoding: "utf8" }).stderr).toBe("");
  // Someone sits in the place of the resident, so the asker has read the event before it becomes Node.
  const name = readdirSync(folder).find((file) => /^[0-9a-f]{16}$/.test(file))!;
  expect(existsSync(join(folder, name))).toBe(true);
  const said = await run(asker, askerWords(here(), WORDS), { ...here(), input: event(REFUSED) });
  expect(said).toEqual({
    exitCode: 2,
    stdout: "",
    stderr: "snapveil could not start a process, so it lets nothing through.\n",
  });
});

test.each([
  ["of another C library", "#!/nowhere/ld.so\n"],
  ["of another processor", "\x7fELF\x02\x01\x01\0 of no processor"],
])("a program that asks, %s, leaves the event to Node", async (_what, content) => {
  world.write("~/.claude/.keep", "");
  await runSnapveil(["install", "claude-code", "--yes"], here());
  const runtime = join(world.data, "runtime");
  writeFileSync(join(runtime, "current", basename(ASKER)), content);
  const said = await run(join(runtime, "snapveil-hook"), ["--agent", "claude-code"], {
    ...here(),
    input: event(REFUSED),
  });
  expect(said).toMatchObject({ exitCode: 2, stdout: (await plain(event(REFUSED))).stdout });
  expect(said.stdout).toContain("deny");
});

test("an asker that goes before it asks leaves no file", async () => {
  const { name } = await serve();
  const socket = connect(join(folder, name));
  const greeting = await new Promise<Buffer>((resolve) => socket.once("data", resolve));
  writeFileSync(join(folder, String(greeting).slice(1, 33)), "", { mode: 0o600 });
  socket.destroy();
  await expect.poll(() => readdirSync(folder).filter((file) => file.length === 32)).toEqual([]);
});

test("marks of starts are removed after a minute, or when the clock was set back", async () => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [past, future] = ["0".repeat(16), "1".repeat(16)].map((name) => join(folder, `${name}.started`));
  for (const [mark, minutes] of [
    [past!, -5],
    [future!, 5],
  ] as const) {
    writeFileSync(mark, "");
    const time = new Date(Date.now() + minutes * 60_000);
    utimesSync(mark, time, time);
  }
  await run(ASKER, askerWords(here(), WORDS), { ...here(), input: event("ls") });
  await expect.poll(() => running().length).toBe(1);
  expect([existsSync(past!), existsSync(future!)]).toEqual([false, false]);
});

test("a program of the user's is run once, by a process of the event's own", async () => {
  const [runs, script] = [join(world.tmp, "runs"), 'echo $PPID >>"$0"; sleep 6'];
  world.configure({
    snapshot: false,
    builtins: { turn_end: [["require_checks", "--always", "bash", "-c", script, runs]] },
  });
  world.sh("git init -q");
  const { pid } = await serve();
  const input = JSON.stringify({ hook_event_name: "Stop", session_id: "s", cwd: world.cwd });
  const said = await run(ASKER, askerWords(here(), WORDS), { ...here(), input });
  expect(said).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  const parents = readFileSync(runs, "utf8").trim().split("\n");
  expect([parents.length, parents.includes(String(pid))]).toEqual([1, false]);
  expect(running().map((one) => one.pid)).toEqual([pid]);
});

test("a request to a server of the user's goes out once, by a process of the event's own", async () => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    setTimeout(() => response.end("{}"), 5500); // longer than an asker waits for a resident
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  world.configure({ snapshot: false, builtins: { turn_end: [["http_post", `http://127.0.0.1:${port}/ended`]] } });
  world.sh("git init -q");
  await serve();
  const input = JSON.stringify({ hook_event_name: "Stop", session_id: "s", cwd: world.cwd });
  await run(ASKER, askerWords(here(), WORDS), { ...here(), input });
  server.close();
  expect(requests).toEqual(["/ended"]);
});
