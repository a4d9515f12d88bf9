import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { DECISIVE } from "../../bin/resident/decisive.ts";
import { idleLimit } from "../../bin/resident/idle-limit.ts";
import { residentsIn, type Running } from "../../worktree/resident-folder.ts";
import { ASKER, askerWords, callEvent, killResidents, noAsker, startResident } from "../support/ask-resident.ts";
import { run, runSnapveil, type Run } from "../support/run.ts";
import { temporaryWorld, type TemporaryWorld } from "../support/temporary-world.ts";

if (noAsker !== undefined) process.stderr.write(`${noAsker}\n`);

let world: TemporaryWorld;
let folder: string;
beforeEach(({ skip }) => {
  world = temporaryWorld();
  folder = join(world.data, "residents");
  if (noAsker !== undefined) skip(noAsker);
  delete world.env["SNAPVEIL_RESIDENT"];
});
afterEach(async () => {
  for (const agent of agents.splice(0)) spawnSync("kill", ["-9", `${agent}`]); // one may have ended
  await killResidents(folder);
  world.remove();
});

const running = (): Running[] => residentsIn(folder, process.platform);
const only = (): Running => running()[0]!;

const event = (command: string, more: object = {}) => callEvent(world.cwd, command, more);
const REFUSED = "rm -rf ~/";
const WORDS = ["hook", "--agent", "claude-code"];

interface How {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly words?: readonly string[];
}

/** The answer of the program that asks, which tells in a file whether it became Node. */
async function ask(
  input: string,
  { env = {}, cwd = world.cwd, words = WORDS }: How = {},
): Promise<Run & { isNode: boolean }> {
  const options = { env: { ...world.env, ...env }, cwd, input };
  const node = join(world.tmp, "node");
  const mark = join(world.tmp, "became-node");
  rmSync(mark, { force: true });
  writeFileSync(node, `#!/bin/sh\n: > '${mark}'\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
  const [place, , script, ...rest] = askerWords(options, words);
  const said = await run(ASKER, [place!, node, script!, ...rest], options);
  return { ...said, isNode: existsSync(mark) };
}

/** Starts a resident for the stand-in of Node with which `ask` asks. */
async function serve(env: Readonly<Record<string, string>> = {}): Promise<Running> {
  const before = running().length;
  // A process that the test before killed may still count as one that answers: the next event starts another.
  await expect
    .poll(async () => (await ask(event("ls"), { env }), await settled(before)), { interval: 5 })
    .toBe(before + 1);
  return running().at(-1)!;
}

/** The number of processes that answer, as soon as it is another one than before, or after some seconds. */
async function settled(before: number): Promise<number> {
  for (let waits = 0; waits < 500 && running().length === before; waits += 1) await sleep(10);
  return running().length;
}

const plain = (input: string) =>
  runSnapveil(WORDS, { env: { ...world.env, SNAPVEIL_RESIDENT: "0" }, cwd: world.cwd, input });

describe("a resident", () => {
  test("is started by the first event and answers the next ones as the program does", async () => {
    const expected = await plain(event(REFUSED));
    expect(expected.stdout).toContain("deny");
    await serve();
    for (const input of [event(REFUSED), event("ls"), event(REFUSED)]) {
      const { isNode, ...said } = await ask(input);
      expect(isNode).toBe(false);
      expect(said).toEqual(input === event("ls") ? { stdout: "", stderr: "", exitCode: 0 } : expected);
    }
    expect(running()).toHaveLength(1);
  });

  test("takes each event's own folder, file mode mask and variables", async () => {
    await serve();
    const words = ["hook", "--agent", "docker-agent", "add_directory_listing"];
    const other = join(world.tmp, "other");
    mkdirSync(other);
    writeFileSync(join(other, "only-here.txt"), "");
    const input = JSON.stringify({ hook_event_name: "session_start", session_id: "s", cwd: other });
    const said = await ask(input, { cwd: other, words, env: { ANOTHER: "1" } });
    expect(said).toMatchObject({ isNode: false, exitCode: 0 });
    expect(said.stdout).toContain("only-here.txt");
  });

  test("answers eight events at once, each its own", async () => {
    await serve();
    const commands = Array.from({ length: 8 }, (_, at) => `rm -rf ~/ ${at}`);
    const answers = await Promise.all(commands.map((command) => ask(event(command))));
    answers.forEach(({ stdout }, at) => expect(stdout).toContain(`rm -rf ~/ ${at}`));
  });

  test("gets a second one beside it, which answers while the first is busy", async () => {
    const first = await serve();
    process.kill(first.pid, "SIGSTOP");
    expect((await ask(event(REFUSED))).isNode).toBe(true);
    await expect.poll(() => running().length).toBe(2);
    for (const signal of ["SIGSTOP", "SIGCONT"] as const) {
      process.kill(first.pid, signal);
      expect(await ask(event(REFUSED))).toMatchObject({ isNode: false, stdout: expect.stringContaining("deny") });
    }
    const second = running().find(({ pid }) => pid !== first.pid)!;
    process.kill(second.pid, "SIGSTOP");
    expect((await ask(event(REFUSED))).isNode).toBe(false);
    expect(running()).toHaveLength(2);
  });

  test("leaves no core dump, and its socket is the user's alone", async () => {
    const { pid, name } = await serve();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const file of [name, `${name}.pid`]) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    if (process.platform === "linux")
      expect(readFileSync(`/proc/${pid}/limits`, "utf8")).toMatch(/^Max core file size +0 +0 /m);
  });

  test("holds none of the agent's variables but those on which answers depend", async () => {
    const { pid } = await serve({ ANTHROPIC_API_KEY: "made-up", GIT_PAGER: "cat" });
    if (process.platform !== "linux") return;
    const variables = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
    expect(variables).toContain("GIT_PAGER=cat");
    expect(variables.join()).not.toContain("made-up");
  });
});

describe("the program answers itself", () => {
  const asPlain = async (how: How = {}) => {
    const { isNode, ...said } = await ask(event(REFUSED), how);
    expect(isNode).toBe(true);
    expect(said).toEqual(await plain(event(REFUSED)));
  };

  test("where the resident was killed", async () => {
    process.kill((await serve()).pid, "SIGKILL");
    await asPlain();
  });

  test("where the resident is stopped, and after it goes on as well", async () => {
    const { pid } = await serve();
    process.kill(pid, "SIGSTOP");
    await asPlain();
    process.kill(pid, "SIGCONT");
    await expect.poll(async () => (await ask(event("ls"))).isNode).toBe(false);
  });

  test("where the resident is killed before its answer is whole", async () => {
    const { pid } = await serve();
    process.kill(pid, "SIGSTOP");
    const asked = ask(event(REFUSED));
    await sleep(50);
    process.kill(pid, "SIGKILL");
    expect(await asked).toMatchObject({ isNode: true, ...(await plain(event(REFUSED))) });
  });

  test("where it is switched off by the variable or by the settings", async () => {
    await asPlain({ env: { SNAPVEIL_RESIDENT: "0" } });
    world.configure({ resident: false });
    await asPlain();
    expect(running()).toEqual([]);
  });

  test("where a variable is another on which answers depend", async () => {
    await serve();
    await asPlain({ env: { TZ: "Asia/Tokyo" } });
  });

  test("where others may write into the folder", async () => {
    await serve();
    chmodSync(folder, 0o770);
    await asPlain();
    chmodSync(folder, 0o700);
  });

  test("where the event is larger than what is asked about", async () => {
    await serve();
    const { isNode, exitCode } = await ask(event("ls", { padding: "x".repeat(33 * 1024 ** 2) }));
    expect({ isNode, exitCode }).toEqual({ isNode: true, exitCode: 0 });
  });

  test("where the folder of the process is gone", async () => {
    await serve();
    const gone = join(world.tmp, "gone");
    mkdirSync(gone);
    const script = `cd '${gone}' && rmdir '${gone}' && exec "$@"`;
    const words = askerWords({ env: world.env, cwd: world.cwd }, WORDS);
    const said = await run("/bin/sh", ["-c", script, "sh", ASKER, ...words], {
      env: world.env,
      cwd: world.cwd,
      input: event(REFUSED),
    });
    expect(said.stdout).toContain("deny");
  });
});

describe("no answer is believed that is not whole and of this build", () => {
  const servers: Server[] = [];
  afterEach(() => servers.splice(0).forEach((server) => server.close()));

  /** Sits in the place of a resident, and answers with some bytes. */
  async function impostor(first: string, answer: (name: string) => Buffer): Promise<void> {
    const { pid, name } = await serve();
    process.kill(pid, "SIGKILL");
    await expect.poll(running).toEqual([]);
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.write(first);
      socket.on("data", () => socket.end(answer(name)));
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(join(folder, name), resolve));
  }

  const frame = (...numbers: number[]) => {
    const bytes = Buffer.alloc(16);
    numbers.forEach((number, at) => bytes.writeUInt32LE(number, at * 4));
    return bytes;
  };
  const [MARK, PROOF] = [0x31415653, `R${"0".repeat(32)}`];

  test.each<[string, string, (name: string) => Buffer]>([
    ["nothing", PROOF, () => Buffer.alloc(0)],
    ["no greeting", "x", () => Buffer.alloc(0)],
    ["a greeting that asks for a file elsewhere", `R${"../".repeat(10)}ab`, () => Buffer.alloc(0)],
    ["half of a frame", PROOF, () => frame(MARK).subarray(0, 7)],
    ["an answer of another mark", PROOF, (name) => Buffer.concat([frame(1, 0, 0, 0), Buffer.from(name)])],
    ["an answer that is cut short", PROOF, () => Buffer.concat([frame(MARK, 0, 9, 0), Buffer.from("{}")])],
    ["an answer of another build", PROOF, () => Buffer.concat([frame(MARK, 0, 0, 0), Buffer.from("0123456789abcdef")])],
    ["an exit code that no hook has", PROOF, (name) => Buffer.concat([frame(MARK, 3, 0, 0), Buffer.from(name)])],
    ["a length beyond all bounds", PROOF, () => frame(MARK, 0, 0xffffffff, 0xffffffff)],
  ])("%s", async (_what, first, answer) => {
    await impostor(first, answer);
    const { isNode, ...said } = await ask(event(REFUSED));
    expect(isNode).toBe(true);
    expect(said).toEqual(await plain(event(REFUSED)));
    expect(readdirSync(folder).filter((name) => /^[0-9a-f]{32}$/.test(name))).toEqual([]);
  });
});

describe("a resident answers nobody", () => {
  /** Asks a resident by hand. @returns what it sent after its greeting */
  async function byHand({ name }: Running, proves: boolean, env: Readonly<Record<string, string>>): Promise<string> {
    const texts = [world.cwd, "22", "1", ...WORDS, ...Object.entries(env).map(([key, value]) => `${key}=${value}`)];
    const [head, input] = [Buffer.from(texts.map((text) => `${text}\0`).join("")), Buffer.from(event(REFUSED))];
    const frame = Buffer.alloc(20);
    [0x31515653, WORDS.length, texts.length - 3 - WORDS.length, head.length, input.length].forEach((number, at) =>
      frame.writeUInt32LE(number, at * 4),
    );
    const socket = connect(join(folder, name));
    return new Promise((resolve) => {
      let [said, isSent] = ["", false];
      socket.on("error", () => {});
      socket.on("data", (part) => {
        said += part.toString();
        if (isSent || said.length < 33) return;
        isSent = true;
        if (proves) writeFileSync(join(folder, said.slice(1, 33)), "", { mode: 0o600 });
        socket.write(Buffer.concat([frame, head, input]));
      });
      socket.on("close", () => resolve(said.slice(33)));
    });
  }

  test("who proves that they may write here, with equal variables, is answered", async () => {
    expect(await byHand(await serve(), true, world.env)).toContain("deny");
  });

  test("who cannot write into its folder", async () => {
    expect(await byHand(await serve(), false, world.env)).toBe("");
  });

  test.each(["PATH", "HOME", "SNAPVEIL_DATA_DIR", "GIT_DIR", "NODE_OPTIONS", "LD_PRELOAD"])(
    "whose %s differs",
    async (variable) => {
      expect(await byHand(await serve(), true, { ...world.env, [variable]: world.tmp })).toBe("");
    },
  );

  test("and its list of variables is the one of the program that asks", () => {
    const source = readFileSync(join(import.meta.dirname, "../../launcher/resident-name.h"), "utf8");
    const [, list = ""] = /DECISIVE\[\] = \{([^}]*)\}/.exec(source) ?? [];
    expect(Array.from(list.matchAll(/"([^"]+)"/g), ([, name]) => name)).toEqual(DECISIVE);
  });
});

/** A program that asks once, as an agent does, and stays. Its own parent has ended, so nothing stands above it. */
async function agentThatAsks(): Promise<{ readonly pid: number; readonly parent: number }> {
  const options = { env: world.env, cwd: world.cwd };
  const told = join(world.tmp, `agent-${agents.length}`);
  const words = JSON.stringify(askerWords(options, WORDS));
  const source =
    `require("child_process").spawnSync(${JSON.stringify(ASKER)}, ${words}, { input: ${JSON.stringify(event("ls"))} });` +
    `require("fs").writeFileSync(${JSON.stringify(`${told}.new`)}, process.pid + " " + process.ppid);` +
    `require("fs").renameSync(${JSON.stringify(`${told}.new`)}, ${JSON.stringify(told)}); setInterval(() => {}, 1e6);`;
  const script = 'setsid "$@" </dev/null >/dev/null 2>&1 &';
  await run("sh", ["-c", script, "sh", process.execPath, "-e", source], options);
  await expect.poll(() => existsSync(told)).toBe(true);
  const [pid, parent] = readFileSync(told, "utf8").split(" ").map(Number) as [number, number];
  agents.push(pid);
  return { pid, parent };
}
const agents: number[] = [];

describe("a resident ends", () => {
  const ends = ({ pid }: Running) => expect.poll(() => running().some((one) => one.pid === pid)).toBe(false);

  test("when nobody asks", async () => {
    await ends(await serve({ SNAPVEIL_RESIDENT_IDLE: "0.1" }));
    expect(readdirSync(folder).filter((name) => !name.endsWith(".started"))).toEqual([]);
  });

  test("when nobody asks for the usual time, where the variable names no time", async () => {
    const { pid } = await serve({ SNAPVEIL_RESIDENT_IDLE: "never" });
    expect(idleLimit({ env: { SNAPVEIL_RESIDENT_IDLE: "never" } })).toBe(300_000);
    expect(running().map((one) => one.pid)).toEqual([pid]);
  });

  test("when all that stand above the hooks have ended, and not before", async (context) => {
    const first = await agentThatAsks();
    await expect.poll(() => running().length).toBe(1);
    const resident = only();
    const last = await agentThatAsks();
    if (first.parent !== 1 || last.parent !== 1) return context.skip("this needs programs without ancestors");
    process.kill(first.pid, "SIGKILL");
    await sleep(2500);
    expect(running().map(({ pid }) => pid)).toEqual([resident.pid]);
    process.kill(last.pid, "SIGKILL");
    await ends(resident);
  });

  test("when its socket is removed, as `off`, `install` and `uninstall` do", async () => {
    const resident = await serve();
    rmSync(folder, { recursive: true });
    await expect.poll(() => existsSync(`/proc/${resident.pid}`)).toBe(false);
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("when %s asks it to, and leaves nothing", async (signal) => {
    const resident = await serve();
    process.kill(resident.pid, signal);
    await ends(resident);
    expect(readdirSync(folder).filter((name) => !name.endsWith(".started"))).toEqual([]);
    expect((await ask(event(REFUSED))).stdout).toContain("deny");
  });
});

test("what `install` registers asks a resident, which `status` and `doctor` name and `uninstall` ends", async () => {
  world.write("~/.claude/.keep", "");
  await runSnapveil(["install", "claude-code", "--yes"], { env: world.env, cwd: world.cwd });
  const launcher = join(world.data, "runtime/snapveil-hook");
  const answer = () =>
    run(launcher, ["--agent", "claude-code"], { env: world.env, cwd: world.cwd, input: event(REFUSED) });
  const expected = await answer();
  expect(expected.stdout).toContain("deny");
  await expect.poll(() => running().length).toBe(1);
  const { pid } = only();
  expect(await answer()).toEqual(expected);
  world.sh("git init -q");
  const { stdout } = await runSnapveil(["status"], { env: world.env, cwd: world.cwd });
  expect(stdout).toMatch(new RegExp(`^helper +1 process between events, .*: ${pid}$`, "m"));
  const checked = await runSnapveil(["doctor", "--json"], { env: world.env, cwd: world.cwd });
  expect(checked.stdout).toContain(`1 process answers events: ${pid}.`);
  await runSnapveil(["uninstall", "claude-code", "--yes"], { env: world.env, cwd: world.cwd });
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
});

test("at most four residents run, and files of killed ones do not count", async () => {
  for (const zone of ["A", "B", "C", "D"]) await serve({ EMAIL: zone });
  await ask(event("ls"), { env: { EMAIL: "E" } });
  await sleep(300);
  expect(running()).toHaveLength(4);
  process.kill(only().pid, "SIGKILL");
  await expect.poll(() => running().length).toBe(3);
  await serve({ EMAIL: "F" });
});

test("at most four residents go on where many are started at once", async () => {
  await Promise.all(Array.from({ length: 12 }, (_, at) => runAsker({ EMAIL: `${at}` })));
  await expect.poll(() => running().length).toBeGreaterThan(0);
  await sleep(1000);
  await expect.poll(() => running().length).toBeLessThanOrEqual(4);
});

function runAsker(env: Readonly<Record<string, string>>): Promise<Run> {
  const options = { env: { ...world.env, ...env }, cwd: world.cwd, input: event("ls") };
  return run(ASKER, askerWords(options, WORDS), options);
}

test("a resident of another container, which shares the folder, is neither counted nor removed", async () => {
  const { name } = await serve();
  const note = join(folder, "0123456789abcdef.pid");
  writeFileSync(note, "1 another-host/-\n");
  expect(running().map((one) => one.name)).toEqual([name]);
  expect(existsSync(note)).toBe(true);
});

test("a resident serves the program that started it by hand, too", async () => {
  await startResident({ env: world.env, cwd: world.cwd });
  const words = askerWords({ env: world.env, cwd: world.cwd }, WORDS);
  const child = spawn(ASKER, words, { env: world.env, cwd: world.cwd, stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.end(event(REFUSED));
  const answer = await new Promise<Buffer>((resolve) => child.stdout.once("data", resolve));
  expect(String(answer)).toContain("deny");
});

test("no resident is started below a program that runs one hook and waits for all that it starts", async (context) => {
  world.write("~/.claude/.keep", "");
  await runSnapveil(["install", "claude-code", "--yes"], { env: world.env, cwd: world.cwd });
  const launcher = join(world.data, "runtime/snapveil-hook");
  const wrapped = [
    "--mount",
    "--pid",
    "--fork",
    "--mount-proc",
    "sh",
    "-c",
    '"$@"; sleep 1; ls "$0"',
    folder,
    launcher,
  ];
  const said = await run("unshare", [...wrapped, "--agent", "claude-code"], {
    env: world.env,
    cwd: world.cwd,
    input: event(REFUSED),
  });
  if (said.stderr.startsWith("unshare:")) return context.skip("this needs a process id namespace");
  expect(said.stdout).toContain("deny");
  expect(said.stdout).not.toMatch(/\.(?:pid|started)$/m);
});
