import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";

import { setUp } from "./prepared-repository.ts";
import { askSnapveil, runSnapveil, WITH_RESIDENTS, type Run, type RunOptions } from "./run.ts";

/** A throw-away place for one test: an empty HOME, an empty project folder, a folder for snapveil's state. */
export interface TemporaryWorld {
  readonly home: string;
  readonly cwd: string;
  readonly data: string;
  readonly tmp: string;
  /** For every process of the test: no `GIT_*` of the caller's, no configuration of the machine's. */
  readonly env: Record<string, string>;
  /** Where a path is: in the project, in HOME where it begins with `~/`, or where it says. */
  at(path: string): string;
  /** Writes a file and the folders above it; gives its place. */
  write(path: string, content: string | Buffer, mode?: number): string;
  read(path: string): string;
  /** The user's settings. */
  configure(settings: object): void;
  /** As `snapveil off` on a terminal; for an hour, or until it is switched on. */
  switchOff(hours?: 1): void;
  /** A script in the project, which must end well; gives what it printed. */
  sh(script: string, env?: Readonly<Record<string, string>>): string;
  /** From here on the program is a process of its own each time, whose answer is due in time. */
  startProcesses(): void;
  /** The program in the project, as a person or an agent asks it; `env` comes on top of the world's. */
  snapveil(words: readonly string[], how?: Partial<RunOptions>): Promise<Run>;
  /** What a command prints with `--json`; it must end well, or as expected, and say nothing else. */
  json<Printed = Record<string, unknown>>(
    words: readonly string[],
    how?: Partial<RunOptions>,
    exitCode?: number,
  ): Promise<Printed>;
  /** A hook with an event of the session "s" in the project. */
  hook(words: readonly string[], event: object, how?: Partial<RunOptions>): Promise<Run>;
  /** Keeps all files as they are now, and gives what puts them back. */
  keep(): () => void;
  remove(): void;
}

export { COMMITTED } from "./prepared-repository.ts";

/**
 * The user's: what commits and clones in tests need. A new repository gets two files in place of git's twenty; a commit
 * starts no second git that looks whether to tidy up, and waits for no disk.
 */
export const GIT_CONFIG = `[user]
	name = Tester
	email = tester@example.test
[init]
	defaultBranch = main
	templateDir = ${join(import.meta.dirname, "git-template")}
[maintenance]
	auto = false
[core]
	fsync = none
[protocol "file"]
	allow = always
`;

/** `ask` is how the program is asked: in the tests' own process, or with `runSnapveil` in a process of its own. */
export function temporaryWorld(ask = askSnapveil): TemporaryWorld {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "snapveil-test-")));
  const [home, cwd, data, tmp] = ["home", "work/project", "data", "tmp"].map((name) => join(root, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const folder of [home, cwd, tmp]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(home, ".gitconfig"), GIT_CONFIG);
  const env = {
    PATH: process.env["PATH"] ?? "/usr/bin:/bin",
    HOME: home,
    TMPDIR: tmp,
    LANG: "C.UTF-8",
    GIT_CONFIG_NOSYSTEM: "1",
    SNAPVEIL_DATA_DIR: data,
    ...(!WITH_RESIDENTS && { SNAPVEIL_RESIDENT: "0" }),
  };
  const at = (path: string) =>
    path.startsWith("~/") ? join(home, path.slice(2)) : isAbsolute(path) ? path : join(cwd, path);
  const write = (path: string, content: string | Buffer, mode?: number) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), content, { mode });
    return at(path);
  };
  let start = ask;
  const snapveil = (words: readonly string[], how: Partial<RunOptions> = {}) =>
    start(words, { cwd, ...how, env: { ...env, ...how.env } });
  return {
    home,
    cwd,
    data,
    tmp,
    env,
    at,
    write,
    read: (path) => readFileSync(at(path), "utf8"),
    configure: (settings) => void write("~/.config/snapveil/config.jsonc", JSON.stringify(settings)),
    switchOff(hours) {
      const until = hours === undefined ? null : new Date(Date.now() + hours * 3_600_000).toISOString();
      write("~/.config/snapveil/switch.json", JSON.stringify({ since: new Date().toISOString(), until }), 0o600);
    },
    sh(script, more = {}) {
      const { status, stdout, stderr } = spawnSync("bash", ["-ec", script], {
        cwd,
        env: { ...env, ...more },
        encoding: "utf8",
      });
      if (status !== 0) throw new Error(`exit ${status}: ${script}\n${stderr}`);
      return stdout;
    },
    startProcesses: () => void (start = runSnapveil),
    snapveil,
    async json<Printed>([command = "", ...words]: readonly string[], how: Partial<RunOptions> = {}, code = 0) {
      const { stdout, stderr, exitCode } = await snapveil([command, "--json", ...words], how);
      expect({ stderr, exitCode }, `${command} ${words.join(" ")}`).toEqual({ stderr: "", exitCode: code });
      return JSON.parse(stdout) as Printed;
    },
    hook: (words, event, how = {}) =>
      snapveil(["hook", ...words], { ...how, input: JSON.stringify({ session_id: "s", cwd, ...event }) }),
    keep: () => keepFolder(root),
    remove() {
      // As bytes, for names that are no UTF-8.
      for (const folder of [root, `${root}.kept`]) removeFolder(Buffer.from(folder));
    },
  };
}

/** Keeps a folder as it is now, beside it, and gives what puts it back. */
export function keepFolder(folder: string): () => void {
  const kept = `${folder}.kept`;
  const copy = (from: string, to: string) => {
    removeFolder(to);
    cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  };
  copy(folder, kept);
  return () => copy(kept, folder);
}

/** A world that is new for each test of a file. */
export const worldOfEachTest = (setup?: string, ask?: typeof askSnapveil) =>
  worldBetween(beforeEach, afterEach, setup, ask);
/** One for all the tests of a file. */
export const worldOfFile = (setup?: string, ask?: typeof askSnapveil) => worldBetween(beforeAll, afterAll, setup, ask);

function worldBetween(
  before: (make: () => void) => void,
  after: (remove: () => void) => void,
  setup?: string,
  ask?: typeof askSnapveil,
): TemporaryWorld {
  const world = {} as TemporaryWorld;
  before(() => {
    Object.assign(world, temporaryWorld(ask));
    if (setup) setUp(world.cwd, setup, world.sh);
  });
  after(() => world.remove());
  return world;
}

/**
 * One for tests that mostly only ask: made anew after a test that changed something in the project or in HOME. Until then
 * the shadow repository stays, whose first capture takes most of the time, and nothing else that the program keeps.
 */
export function worldUntilChanged(setup = "true", ask?: typeof askSnapveil): TemporaryWorld {
  const world = {} as TemporaryWorld;
  let made: string | undefined;
  const look = () => [world.home, join(world.cwd, "..")].flatMap(listed).join("\n");
  beforeEach(() => {
    if (made !== undefined) {
      if (made === look()) return forget(world);
      world.remove();
    }
    Object.assign(world, temporaryWorld(ask));
    setUp(world.cwd, setup, world.sh);
    made = look();
    awaitTick(world.tmp);
  });
  afterAll(() => world.remove());
  return world;
}

/** Waits until files get another time, some milliseconds: a change of a content of equal length shows in nothing else. */
function awaitTick(folder: string): void {
  const file = join(folder, "tick");
  const time = () => {
    writeFileSync(file, "");
    return lstatSync(file, { bigint: true }).mtimeNs;
  };
  for (const first = time(); time() === first; );
  rmSync(file);
}

function forget({ data }: TemporaryWorld): void {
  const kept = existsSync(data) ? readdirSync(data) : [];
  for (const name of kept) if (name !== "snapshot") removeFolder(join(data, name));
}

/**
 * Removes a folder into which a resident that was stopped, or work that goes on detached, may still write: what comes in
 * between two system calls of a removal is removed by the next.
 *
 * @throws What the file system says of the last of a hundred removals.
 */
function removeFolder(folder: string | Buffer, left = 100): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (left === 0 || (error as NodeJS.ErrnoException).code !== "ENOTEMPTY") throw error;
    removeFolder(folder, left - 1);
  }
}

/** A line for each file and folder below one, which differs where something was written. */
function listed(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    const line = [path, stat?.ino, stat?.mode, stat?.size, stat?.mtimeNs].join(" ");
    return entry.isDirectory() ? [line, ...listed(path)] : line;
  });
}

/** One with a history that takes long to make: made once, and put back as it was before each test. */
export function worldPutBack(make: (world: TemporaryWorld) => unknown, ask?: typeof askSnapveil): TemporaryWorld {
  const world = worldOfFile("", ask);
  let putBack: (() => void) | undefined;
  beforeEach(async () => {
    if (putBack) return putBack();
    await make(world);
    putBack = world.keep();
  });
  return world;
}
