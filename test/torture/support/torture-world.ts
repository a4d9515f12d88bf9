import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, onTestFinished } from "vitest";

import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import snapshot from "../../../builtins/snapshot.ts";
import type { Io } from "../../../kit/io.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { silentIo } from "../../support/silent-io.ts";
import { temporaryWorld, type TemporaryWorld } from "../../support/temporary-world.ts";

export type EventName = "session_start" | "turn_start" | "turn_end" | "pre_tool_use" | "post_tool_use" | "session_end";
export type Engine = "git" | "isomorphic-git";
export const ENGINES = ["git", "isomorphic-git"] as const;

export interface EventFields {
  readonly sessionId?: string;
  readonly cwd?: string;
  readonly toolUseId?: string;
  readonly toolName?: string;
  readonly prompt?: string;
  /** Whether the session records the folder only that it works in; true unless it says otherwise. */
  readonly recordsFolder?: boolean;
}

/** A world whose events and commands are answered in this process; it goes with its test. */
export interface TortureWorld extends Omit<TemporaryWorld, "hook"> {
  /** The folder above the project; `$TOP` in scripts, as `$SHADOW` is the shadow repository. */
  readonly top: string;
  /** The project. */
  readonly root: string;
  readonly io: Io;
  hook(name: EventName, fields?: EventFields): Promise<void>;
  /** turn_start, the work, turn_end. */
  turn(work: string | (() => void), fields?: EventFields): Promise<void>;
  /** A hook as a process of its own, which must have nothing to say. */
  process(name: EventName, fields?: Readonly<Record<string, string>>): Promise<void>;
  /** The one shadow repository; "" where there is none yet. */
  shadow(): string;
  /** Problems that git finds in the shadow repository; "" where it is sound. */
  fsck(): string;
}

export const COMMITTED =
  "git init -q -b main . && printf 'alpha\\n' > base.txt && git add base.txt && git commit -qm first";

/**
 * Every capture goes through the engine that is named; without a name git's is taken.
 * @param settings further lines of the settings, in YAML
 */
export function tortureWorld(
  setup: string = COMMITTED,
  engine?: Engine,
  env: Readonly<Record<string, string>> = {},
  settings = "",
): TortureWorld {
  const world = temporaryWorld();
  onTestFinished(() => world.remove());
  const { cwd: root, data } = world;
  const top = dirname(root);
  Object.assign(world.env, env);
  const lines = (engine === undefined ? "" : `engine: ${engine}\n`) + settings;
  if (lines !== "") world.env["SNAPVEIL_CONFIG"] = world.write(join(top, "settings.yaml"), lines);
  const shadow = () => {
    const folder = join(data, "snapshot");
    const name = existsSync(folder) ? readdirSync(folder).find((one) => /^[0-9a-f]{32}$/.test(one)) : undefined;
    return name === undefined ? "" : join(folder, name);
  };
  const sh = (script: string, more = {}) => world.sh(script, { TOP: top, SHADOW: shadow(), ...more });
  const io = silentIo(root, world.env);
  const hook = async (name: EventName, fields: EventFields = {}) => {
    const event = {
      name,
      wireName: name,
      sessionId: "s",
      cwd: root,
      recordsFolder: true,
      raw: {},
      ...fields,
    } as HookEvent<EventName>;
    const outcome = await snapshot(event, { io, settings: DEFAULT_SETTINGS, args: [], origin: "user" });
    // Only a session's start says what is not recorded; anywhere else it would mean that nothing is.
    // That only a folder is recorded is said at whatever event comes first; the loss of an ignored file where it happens.
    const unexpected = outcome.notice?.filter(
      (sentence) => !/only what lies below|nor a kept copy holds/.test(sentence),
    );
    if (name !== "session_start" && unexpected?.length) throw new Error(unexpected.join(" "));
  };
  sh(setup);
  return {
    ...world,
    top,
    root,
    io,
    sh,
    hook,
    async turn(work, fields) {
      await hook("turn_start", fields);
      if (typeof work === "string") sh(work);
      else work();
      await hook("turn_end", fields);
    },
    async process(name, fields) {
      expect(await world.hook(["snapshot"], { hook_event_name: name, ...fields }), name).toEqual({
        exitCode: 0,
        stdout: "",
        stderr: "",
      });
    },
    shadow,
    fsck: () => fsck(shadow(), world.env),
  };
}

function fsck(shadow: string, env: Readonly<Record<string, string>>): string {
  // What a user's .gitmodules says is no damage of the store.
  const settings = ["Update", "Url", "Path", "Name", "Parse", "Symlink"].flatMap((what) => [
    "-c",
    `fsck.gitmodules${what}=ignore`,
  ]);
  const result = spawnSync(
    "git",
    [...settings, "--git-dir", shadow, "fsck", "--full", "--no-dangling", "--no-progress"],
    {
      env,
      encoding: "utf8",
    },
  );
  // Warnings are about names that other systems cannot have, such as "git~1".
  const lines = `${result.stdout}${result.stderr}`
    .split("\n")
    .filter((line) => line !== "" && !/^(notice|warning)/.test(line));
  return result.status === 0 && lines.length === 0 ? "" : `exit ${result.status}: ${lines.join("\n")}`;
}
