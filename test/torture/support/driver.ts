import { expect } from "vitest";

import { type History, liveCheckpoints, type StoredCheckpoint } from "../../../shadow-repo/journal/history.ts";
import { historyOf } from "../../../shadow-repo/journal/replay.ts";
import { readJournal } from "../../../shadow-repo/journal/journal.ts";
import type { BeginRecord } from "../../../shadow-repo/journal/records.ts";
import { redo } from "../../../shadow-repo/restore/redo.ts";
import { reset } from "../../../shadow-repo/restore/reset.ts";
import { undo } from "../../../shadow-repo/restore/undo.ts";
import { restore } from "../../../shadow-repo/restore/restore.ts";
import type { RestoreResult } from "../../../shadow-repo/restore/operation/restore-result.ts";
import { snapshotNow } from "../../../shadow-repo/record/snapshot-now.ts";
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
      if (command.do === "restore") return restore(world.io, folder, command);
      if (command.do === "reset") return reset(world.io, folder, command);
      return (command.do === "undo" ? undo : redo)(world.io, folder, command);
    },
    async snapshot(folder) {
      await snapshotNow(world.io, folder, { note: "by hand" });
    },
  };
}

export function throughTheBinary(world: TortureWorld): Driver {
  return {
    hook: (name, { sessionId, cwd, toolUseId, toolName }) =>
      world.process(name, {
        ...(sessionId && { session_id: sessionId }),
        ...(cwd && { cwd }),
        ...(toolUseId && { tool_use_id: toolUseId }),
        ...(toolName && { tool_name: toolName }),
      }),
    command(command, cwd) {
      const session = "session" in command && command.session !== undefined ? ["--session", command.session] : [];
      const words =
        command.do === "reset"
          ? ["--", String(command.keep)]
          : command.do === "restore"
            ? [...(command.after ? ["--after"] : []), "--", command.checkpoint, ...(command.paths ?? [])]
            : ["--", String(command.count ?? 1)];
      return operated(world, [command.do, "--yes", "--json", ...session, ...words], cwd);
    },
    async snapshot(cwd) {
      expect(await world.snapveil(["snapshot", "-m", "by hand"], { cwd })).toMatchObject({ exitCode: 0, stderr: "" });
    },
  };
}

/** What was not all put back is no success, and says what was done all the same. */
async function operated(world: TortureWorld, words: readonly string[], cwd: string): Promise<RestoreResult> {
  const { stdout, stderr, exitCode } = await world.snapveil(words, { cwd });
  expect({ stderr, exitCode: exitCode === 2 ? 0 : exitCode }, words.join(" ")).toEqual({ stderr: "", exitCode: 0 });
  const result = JSON.parse(stdout) as RestoreResult;
  expect(result.complete, words.join(" ")).toBe(exitCode === 0);
  return result;
}

/** What the journal says is in effect, oldest first. */
export function liveIn(world: TortureWorld): readonly StoredCheckpoint[] {
  return liveCheckpoints(historyIn(world));
}

export function historyIn(world: TortureWorld): History {
  return historyOf(world.shadow() === "" ? [] : readJournal(world.shadow()).records);
}

/** The operation that was written down last. */
export function lastOperation(world: TortureWorld): BeginRecord | undefined {
  if (world.shadow() === "") return undefined;
  return readJournal(world.shadow()).records.findLast((record): record is BeginRecord => record.type === "begin");
}
