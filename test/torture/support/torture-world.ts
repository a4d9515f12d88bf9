import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import snapshot from "../../../builtins/snapshot.ts";
import type { Call } from "../../../builtins/call.ts";
import type { Io } from "../../../kit/io.ts";
import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import { silentIo } from "../../support/silent-io.ts";

export type EventName = "session_start" | "turn_start" | "turn_end" | "pre_tool_use" | "post_tool_use" | "session_end";

export interface EventFields {
  readonly sessionId?: string;
  readonly cwd?: string;
  readonly toolUseId?: string;
  readonly toolName?: string;
}

/** A project under git, an empty home and a data folder, all of them thrown away by `remove`. */
export interface TortureWorld {
  readonly top: string;
  readonly root: string;
  readonly home: string;
  readonly data: string;
  /** For processes: nothing of the machine's configuration. */
  readonly env: Record<string, string>;
  readonly io: Io;
  /** A script in the project. Gives what it printed; throws where it fails. */
  sh(script: string, env?: Readonly<Record<string, string>>): string;
  /** The handler in this process. */
  hook(name: EventName, fields?: EventFields): Promise<void>;
  /** turn_start, the work, turn_end. */
  turn(work: string | (() => void), fields?: EventFields): Promise<void>;
  /** The one shadow repository; "" where there is none yet. */
  shadow(): string;
  /** Problems that git finds in the shadow repository; "" where it is sound. */
  fsck(): string;
  remove(): void;
}

export const COMMITTED =
  "git init -q -b main . && printf 'alpha\\n' > base.txt && git add base.txt && git commit -qm first";

/** The setting that makes every capture of a world go through one engine. */
export function engineOf(name: "git" | "isomorphic-git", folder: string): Record<string, string> {
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, `engine: ${name}\n`);
  return { SNAPVEIL_CONFIG: file };
}

export function tortureWorld(setup: string = COMMITTED, extra: Readonly<Record<string, string>> = {}): TortureWorld {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "snapveil-torture-")));
  const [root, home, data] = [join(top, "project"), join(top, "home"), join(top, "data")];
  for (const folder of [root, home]) mkdirSync(folder);
  writeFileSync(
    join(home, ".gitconfig"),
    "[user]\n" +
      "\tname = Torture\n" +
      "\temail = torture@example.test\n" +
      "[init]\n" +
      "\tdefaultBranch = main\n" +
      '[protocol "file"]\n' +
      "\tallow = always\n",
  );
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    TMPDIR: top,
    LANG: "C.UTF-8",
    SNAPVEIL_DATA_DIR: data,
    GIT_CONFIG_NOSYSTEM: "1",
    ...extra,
  };
  const sh = (script: string, more: Readonly<Record<string, string>> = {}) => {
    const result = spawnSync("bash", ["-ec", script], {
      cwd: root,
      env: { ...env, TOP: top, SHADOW: shadow(), ...more },
      encoding: "utf8",
    });
    if (result.status !== 0) throw new Error(`exit ${result.status}: ${script}\n${result.stderr}`);
    return result.stdout;
  };
  const shadow = () => {
    const folder = join(data, "snapshot");
    const name = existsSync(folder) ? readdirSync(folder).find((one) => /^[0-9a-f]{32}$/.test(one)) : undefined;
    return name === undefined ? "" : join(folder, name);
  };
  const io = silentIo(root, env);
  const hook = async (name: EventName, fields: EventFields = {}) => {
    const event = { name, wireName: name, sessionId: "s", cwd: root, raw: {}, ...fields } as HookEvent<EventName>;
    const outcome = await snapshot(event, { io, args: [], origin: "user" } as unknown as Call);
    // Only a session's start says what is not recorded; anywhere else it would mean that nothing is.
    if (name !== "session_start" && outcome.notice) throw new Error(outcome.notice.join(" "));
  };
  const fsck = () => {
    // What a user's .gitmodules says is no damage of the store.
    const settings = ["Update", "Url", "Path", "Name", "Parse", "Symlink"].flatMap((what) => [
      "-c",
      `fsck.gitmodules${what}=ignore`,
    ]);
    const result = spawnSync(
      "git",
      [...settings, "--git-dir", shadow(), "fsck", "--full", "--no-dangling", "--no-progress"],
      { env, encoding: "utf8" },
    );
    // Warnings are about names that other systems cannot have, such as "git~1".
    const lines = `${result.stdout}${result.stderr}`
      .split("\n")
      .filter((line) => line !== "" && !/^(notice|warning)/.test(line));
    return result.status === 0 && lines.length === 0 ? "" : `exit ${result.status}: ${lines.join("\n")}`;
  };
  sh(setup);
  return {
    top,
    root,
    home,
    data,
    env,
    io,
    sh,
    hook,
    async turn(work, fields) {
      await hook("turn_start", fields);
      if (typeof work === "string") sh(work);
      else work();
      await hook("turn_end", fields);
    },
    shadow,
    fsck,
    remove: () => rmSync(Buffer.from(top), { recursive: true, force: true }), // as bytes, for names that are no UTF-8
  };
}
