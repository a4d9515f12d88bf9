import { expect } from "vitest";

import { historyOf, liveCheckpoints } from "../../../shadow-repo/journal/history.ts";
import { readJournal, type BeginRecord } from "../../../shadow-repo/journal/journal.ts";
import { redo } from "../../../shadow-repo/restore/redo.ts";
import { reset } from "../../../shadow-repo/restore/reset.ts";
import { restore } from "../../../shadow-repo/restore/restore.ts";
import type { RestoreResult } from "../../../shadow-repo/restore/restore-result.ts";
import { snapshotNow } from "../../../shadow-repo/record/snapshot-now.ts";
import { undo } from "../../../shadow-repo/restore/undo.ts";
import { runSnapveil } from "../../support/run.ts";
import type { EventFields, EventName, TortureWorld } from "./torture-world.ts";

/** The commands that change files, with what they are told. */
export type Command =
  | { readonly do: "undo" | "redo"; readonly count?: number; readonly session?: string }
  | { readonly do: "reset"; readonly keep: number; readonly session: string }
  | {
      readonly do: "restore";
      readonly checkpoint: string;
      readonly after: boolean;
      readonly paths?: readonly string[];
    };

/** How the operations are started: in this process, or as the built program. */
export interface Driver {
  hook(name: EventName, fields: EventFields): Promise<void>;
  command(command: Command, folder: string): Promise<RestoreResult>;
  snapshot(folder: string): Promise<void>;
}

export function inProcess(world: TortureWorld): Driver {
  return {
    hook: (name, fields) => world.hook(name, fields),
    command(command, folder) {
      switch (command.do) {
        case "undo":
          return undo(world.io, folder, command);
        case "redo":
          return redo(world.io, folder, command);
        case "reset":
          return reset(world.io, folder, command);
        case "restore":
          return restore(world.io, folder, command);
      }
    },
    async snapshot(folder) {
      await snapshotNow(world.io, folder, { note: "by hand" });
    },
  };
}

export function throughTheBinary(world: TortureWorld): Driver {
  const json = async (args: readonly string[], cwd: string) => {
    const result = await runSnapveil(args, { env: world.env, cwd });
    expect(result, args.join(" ")).toMatchObject({ exitCode: 0, stderr: "" });
    return JSON.parse(result.stdout) as RestoreResult;
  };
  return {
    async hook(name, fields) {
      const event = {
        hook_event_name: name,
        session_id: fields.sessionId ?? "s",
        cwd: fields.cwd ?? world.root,
        tool_use_id: fields.toolUseId,
        tool_name: fields.toolName,
      };
      const result = await runSnapveil(["hook", "snapshot"], {
        env: world.env,
        cwd: world.root,
        input: JSON.stringify(event),
      });
      expect(result, name).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    },
    command(command, folder) {
      const session = "session" in command && command.session !== undefined ? ["--session", command.session] : [];
      const ending = ["--yes", "--json", ...session];
      if (command.do === "reset") return json(["reset", ...ending, "--", String(command.keep)], folder);
      if (command.do === "restore")
        return json(
          [
            "restore",
            ...ending,
            ...(command.after ? ["--after"] : []),
            "--",
            command.checkpoint,
            ...(command.paths ?? []),
          ],
          folder,
        );
      return json([command.do, ...ending, "--", String(command.count ?? 1)], folder);
    },
    async snapshot(folder) {
      const result = await runSnapveil(["snapshot", "-m", "by hand"], { env: world.env, cwd: folder });
      expect(result).toMatchObject({ exitCode: 0, stderr: "" });
    },
  };
}

/** What the journal says is in effect, oldest first. */
export function liveIn(
  world: TortureWorld,
): readonly { readonly id: string; readonly session: string | null; readonly scope: string }[] {
  return world.shadow() === "" ? [] : liveCheckpoints(historyOf(readJournal(world.shadow()).records));
}

/** The operation that was written down last. */
export function lastOperation(world: TortureWorld): BeginRecord | undefined {
  if (world.shadow() === "") return undefined;
  return readJournal(world.shadow()).records.findLast((record): record is BeginRecord => record.type === "begin");
}
