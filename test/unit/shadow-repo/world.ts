import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onTestFinished } from "vitest";

import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import type { Outcome } from "../../../agents/codec/outcome.ts";
import snapshot from "../../../builtins/snapshot.ts";
import type { Io } from "../../../kit/io.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { setUp, WITH_BASE } from "../../support/prepared-repository.ts";
import { silentIo } from "../../support/silent-io.ts";
import { GIT_CONFIG, keepFolder } from "../../support/temporary-world.ts";

/** A project with git, an empty home and a data folder of its own. */
export interface World {
  readonly root: string;
  readonly home: string;
  readonly data: string;
  readonly io: Io;
  /** Runs a script in the project; fails the test where it fails. Gives what it printed. */
  sh(script: string): string;
  /** Whether a script succeeds. */
  holds(script: string): boolean;
  hook(name: SnapshotName, fields?: Partial<Fields>): Promise<Outcome>;
  /** Keeps all of it as it is now, and gives what puts it back. */
  keep(): () => void;
  /** turn_start, the script, turn_end. */
  turn(script: string, fields?: Partial<Fields>): Promise<void>;
  /** pre_tool_use, the script, post_tool_use. */
  call(toolUseId: string, script: string, fields?: Partial<Fields>): Promise<void>;
  /** The texts of files, with blanks between; a dash for one that is not there. */
  files(...paths: readonly string[]): string;
  /** The one shadow repository. */
  shadow(): string;
}

type SnapshotName = "session_start" | "turn_start" | "turn_end" | "pre_tool_use" | "post_tool_use" | "session_end";

interface Fields {
  readonly sessionId: string;
  readonly cwd: string;
  readonly toolUseId: string;
  readonly toolName: string;
  readonly toolInput: string;
  readonly wireName: string;
  readonly prompt: string;
  readonly promptId: string;
  readonly recordsFolder: boolean;
  readonly endsWithNext: true;
}

/** The setup of most cases: one commit with `base.txt`. */
export const COMMITTED = WITH_BASE;

export function makeWorld(setup: string = COMMITTED, env: Record<string, string> = {}): World {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "snapveil-")));
  onTestFinished(() => {
    for (const folder of [top, `${top}.kept`]) rmSync(folder, { recursive: true, force: true });
  });
  const [root, home, data] = [join(top, "project"), join(top, "home"), join(top, "data")];
  mkdirSync(root);
  mkdirSync(home);
  const clean = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    SNAPVEIL_DATA_DIR: data,
    GIT_CONFIG_NOSYSTEM: "1",
    ...engineSetting(top),
    ...env,
  };
  const forShell = { PATH: clean.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: "1", DATA: data, CWD: root };
  writeFileSync(join(home, ".gitconfig"), GIT_CONFIG);
  const run = (script: string) =>
    spawnSync("bash", ["-ec", script], { cwd: root, env: { ...forShell, ...shadowOf(data) }, encoding: "utf8" });
  const sh = (script: string) => {
    const result = run(script);
    if (result.status !== 0) throw new Error(`exit ${result.status}: ${script}\n${result.stderr}`);
    return result.stdout;
  };
  setUp(root, setup, sh);
  const io = silentIo(root, clean);
  const hook = async (name: SnapshotName, fields: Partial<Fields> = {}) => {
    const event = {
      name,
      wireName: name,
      sessionId: "s",
      cwd: root,
      recordsFolder: true,
      raw: {},
      ...fields,
    } as HookEvent<SnapshotName>;
    return snapshot(event, { io, settings: DEFAULT_SETTINGS, args: [], origin: "user" });
  };
  return {
    root,
    home,
    data,
    io,
    sh,
    holds: (script) => run(script).status === 0,
    hook,
    async turn(script, fields) {
      await hook("turn_start", fields);
      sh(script);
      await hook("turn_end", fields);
    },
    async call(toolUseId, script, fields) {
      await hook("pre_tool_use", { ...fields, toolUseId });
      sh(script);
      await hook("post_tool_use", { ...fields, toolUseId });
    },
    files: (...paths) => paths.map((path) => readText(join(root, path))).join(" "),
    keep: () => keepFolder(top),
    shadow: () => shadowOf(data)["SHADOW"] ?? "",
  };
}

/** The same cases through the engine without git: `SNAPVEIL_TEST_ENGINE=isomorphic-git`. */
function engineSetting(top: string): Record<string, string> {
  const engine = process.env["SNAPVEIL_TEST_ENGINE"];
  if (engine === undefined) return {};
  const file = join(top, "engine.yaml");
  writeFileSync(file, `engine: ${engine}\n`);
  return { SNAPVEIL_CONFIG: file };
}

function readText(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8").trimEnd() : "-";
}

function shadowOf(data: string): Record<string, string> {
  const folder = join(data, "snapshot");
  const name = existsSync(folder) ? readdirSync(folder)[0] : undefined;
  return name === undefined ? {} : { SHADOW: join(folder, name) };
}
