import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import type { Io } from "../kit/io.ts";
import { applyChanges, type Written } from "./apply-changes.ts";
import { registered } from "./double-registration.ts";
import { namesRuntime } from "../agents/formats/command-line.ts";
import type { Installer, Where } from "../agents/formats/installer.ts";
import { leaveLaunchers } from "./left-launcher.ts";
import type { AgentPlan } from "./agent-plan.ts";
import { forgetReceipt } from "./receipt.ts";
import { endResidents } from "../worktree/doors/data-dir.ts";
import { agreeTo } from "../worktree/doors/trust.ts";
import { listReceipts } from "../worktree/doors/switch.ts";
import { stageRuntime, type Staged } from "./stage-runtime.ts";

/** The running program, as the source of the copy. */
export interface ProgramCopy {
  /** The folder with the program's files. */
  readonly folder: string;
  readonly version: string;
}

/** Copies the program first and then writes the files, so that no hook names a missing program. */
export function runInstall(
  io: Io,
  where: Where,
  data: string,
  plans: readonly AgentPlan[],
  program: ProgramCopy,
): { staged: Staged; written: Written[] } {
  endResidents(io);
  const staged = stageRuntime(where.runtime, program.folder, program.version, io.pid, io.env["PATH"]);
  return {
    staged,
    written: applyChanges(
      io,
      data,
      plans.flatMap(({ changes }) => changes),
    ),
  };
}

/** Removes the hooks first; if they were the last ones, also the program. Checkpoints and backups stay. */
export function runUninstall(
  io: Io,
  where: Where,
  data: string,
  plans: readonly AgentPlan[],
  installers: readonly Installer[],
): { written: Written[]; isRuntimeGone: boolean } {
  const written = applyChanges(
    io,
    data,
    plans.flatMap(({ changes }) => changes),
  );
  endResidents(io);
  for (const { gone } of plans) for (const path of gone) forgetReceipt(data, path);
  const isLast =
    listReceipts(data).length === 0 &&
    !registered(where, installers).some(({ path }) => namesRuntime(readFileSync(path, "utf8"), where.runtime));
  if (isLast)
    for (const folder of [where.runtime.folder, join(data, "installed")])
      rmSync(folder, { recursive: true, force: true });
  if (isLast && plans.some(({ installer: { closing }, changes }) => closing && changes.length > 0))
    leaveLaunchers(where.runtime, io.pid);
  return { written, isRuntimeGone: isLast };
}

/**
 * Notes the planned contents, so that `keep_hooks` accepts the changes in running sessions. All contents are noted
 * before the first file is written, since an agent may notice a change at once.
 */
export function agreeToPlans(io: Io, data: string, plans: readonly AgentPlan[]): void {
  const files = plans.flatMap(({ changes }) => changes);
  agreeTo(
    io,
    data,
    files.map(({ found, after }) => ({
      path: found.path,
      content: after === undefined ? undefined : Buffer.from(after),
    })),
  );
}
