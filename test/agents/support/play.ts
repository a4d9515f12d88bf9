import { spawn } from "node:child_process";
import { join } from "node:path";

import { expect } from "vitest";

import type { JsonObject } from "../../../kit/json.ts";
import { runBash, runSnapveil, type Run } from "../../support/run.ts";
import { temporaryWorld, type TemporaryWorld } from "../../support/temporary-world.ts";
import { folderOf } from "./install-agent.ts";
import type { RealAgent } from "./real-agent.ts";
import type { Step } from "./script.ts";
import { scriptedModel } from "./scripted-model.ts";
import { writeFile } from "./write-file.ts";

/** Longer than any agent took; one that hangs must not hang the tests. */
const PATIENCE = 120_000;

export interface Scene {
  readonly prompt: string;
  readonly steps: (world: TemporaryWorld) => readonly Step[];
  /** Bash, in the project's folder before the agent starts. */
  readonly setup?: string;
  /** The user's settings of snapveil. */
  readonly settings?: JsonObject;
  /** After our hooks were registered. */
  readonly change?: (world: TemporaryWorld) => void;
}

export interface Played {
  readonly world: TemporaryWorld;
  readonly agent: Run;
  /** What the model was shown, request by request. */
  readonly seen: readonly string[];
  /** Every request that the agent made, of whatever kind. */
  readonly all: readonly string[];
}

/** Starts an agent with hooks of ours and a scripted model in a world of its own, and waits for its end. */
export async function play(real: RealAgent, { prompt, steps, setup = "", settings, change }: Scene): Promise<Played> {
  const world = temporaryWorld();
  const { home, cwd } = world;
  await runBash(
    `git init -q . && echo one > file.txt && git add . && git commit -qm 'a first commit' && ${setup || ":"}`,
    { env: world.env, cwd },
  );
  if (settings) writeFile(join(home, ".config/snapveil/config.jsonc"), settings);
  const model = await scriptedModel(steps(world));
  const base = {
    ...world.env,
    XDG_CONFIG_HOME: join(home, ".config"),
    TERM: "xterm-256color",
    SHELL: "/bin/bash",
    NO_COLOR: "1",
    CI: "1",
  };
  try {
    const env = {
      ...base,
      ...(await real.configure({ world, url: model.url, run: (words) => start(real, words, base, cwd) })),
    };
    if (real.register) real.register(world);
    else
      expect(await runSnapveil(["install", real.dialect, "--yes"], { env: base, cwd })).toMatchObject({ exitCode: 0 });
    change?.(world);
    const agent = await start(real, real.words(prompt), env, cwd);
    return { world, agent, seen: model.seen, all: model.all };
  } finally {
    model.close();
  }
}

function start(
  { name, packages, program, node }: RealAgent,
  words: readonly string[],
  env: Record<string, string>,
  cwd: string,
): Promise<Run> {
  const modules = join(folderOf({ name, packages }), "node_modules");
  const file = join(modules, program);
  const runner = node === undefined ? [] : [node === "this" ? process.execPath : join(modules, node.program)];
  const [first = file, ...rest] = [...runner, file, ...words];
  return new Promise((resolve, reject) => {
    // A group of its own, so that what it leaves behind ends with it.
    const child = spawn(first, rest, { env, cwd, stdio: ["ignore", "pipe", "pipe"], detached: true });
    const end = () => {
      try {
        process.kill(-child.pid!, "SIGKILL");
      } catch {
        // nothing left of it
      }
    };
    const timer = setTimeout(end, PATIENCE);
    const out = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (part: string) => (out.stdout += part));
    child.stderr.setEncoding("utf8").on("data", (part: string) => (out.stderr += part));
    child.on("error", reject);
    child.on("exit", () => setTimeout(end, 1_000).unref());
    child.on("close", (code) => {
      clearTimeout(timer);
      end();
      resolve({ ...out, exitCode: code ?? -1 });
    });
  });
}
