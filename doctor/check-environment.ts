import { existsSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Where } from "../agents/formats/installer.ts";
import type { ProgramCopy } from "../install/run-plan.ts";
import { isCodeCacheDamaged, isStaged } from "../install/stage-runtime.ts";
import { causeInWords } from "../kit/disk-trouble.ts";
import type { Io } from "../kit/io.ts";
import { makeFolder } from "../kit/files.ts";
import { counted, printable } from "../kit/text.ts";
import { residentFolder, residentOffBy, residentsIn } from "../worktree/doors/data-dir.ts";
import { findGit } from "../worktree/doors/git.ts";
import type { Settings } from "../worktree/doors/settings.ts";
import { offInWords, readSwitch } from "../worktree/doors/switch.ts";
import { broken, ok, warning, type Check } from "./check.ts";

/** From this version of Node on, additional certificates are only loaded when they are used. */
export const CHEAP_CERTIFICATES = 22;

/**
 * Checks the parts that all agents share: whether snapveil is switched off, the data folder, git, and the copy of the
 * program.
 */
export function checkMachine(
  io: Io,
  where: Where,
  data: string,
  program: ProgramCopy,
  isInstalled: boolean,
  { resident }: Pick<Settings, "resident">,
): Check[] {
  return [
    ...checkSwitch(io),
    checkState(io, data),
    ...checkGit(io),
    ...(isInstalled ? [...checkRuntime(where, program), ...checkResident(io, where, residentOffBy(io, resident))] : []),
  ];
}

/** Checks whether snapveil is switched off. */
export function checkSwitch(io: Io): Check[] {
  const { off, problem } = readSwitch(io);
  const what = "every hook does nothing. No secret is taken out and no checkpoint is recorded.";
  return [
    ...(io.env["SNAPVEIL_DISABLE"] === "1"
      ? [
          broken(
            "switched_off",
            `SNAPVEIL_DISABLE=1 IS SET: ${what}`,
            "Unset SNAPVEIL_DISABLE where your agents are started.",
          ),
        ]
      : []),
    ...(off ? [broken("switched_off", `SNAPVEIL IS SWITCHED OFF ${offInWords(off)}: ${what}`, "snapveil on")] : []),
    ...(problem ? [warning("switch", problem, "snapveil on removes that file.")] : []),
  ];
}

/** Whether snapveil is off, so that running a hook would prove nothing. */
export function isSwitchedOff(io: Io): boolean {
  return io.env["SNAPVEIL_DISABLE"] === "1" || readSwitch(io).off !== undefined;
}

function checkState({ pid }: Io, data: string): Check {
  const file = join(data, `doctor.${pid}.tmp`);
  try {
    makeFolder(data);
    writeFileSync(file, "x");
    rmSync(file);
    return ok("state", `State is kept in ${printable(data)}.`);
  } catch (error) {
    return broken(
      "state",
      `Nothing can be written to ${printable(data)} (${causeInWords(error) ?? "unknown"}), so ` +
        "no checkpoint is recorded.",
      "Make it writable, or name another folder in SNAPVEIL_DATA_DIR.",
    );
  }
}

function checkGit(io: Io): Check[] {
  if (findGit(io) !== undefined) return [];
  return [
    warning(
      "git",
      "git was not found on PATH. Checkpoints are recorded without it, but no hook can look at a git status, a diff, " +
        "commits, or what a commit would take in.",
      "Install git, or put its folder on PATH.",
    ),
  ];
}

function checkRuntime({ runtime }: Where, program: ProgramCopy): Check[] {
  const again = "To renew it: snapveil install";
  if (!existsSync(runtime.script))
    return [
      broken("runtime", `The copy of the program that agents start is not at ${printable(runtime.script)}.`, again),
    ];
  if (isCodeCacheDamaged(runtime.current))
    return [
      warning(
        "runtime",
        `The bytecode in ${printable(realpathSync(runtime.current))} is damaged, so every hook leaves it out and ` +
          "starts slower.",
        again,
      ),
    ];
  const isSame = realpathSync(program.folder) === realpathSync(runtime.current) || isStaged(runtime, program.folder);
  return [
    isSame
      ? ok("runtime", `Agents start the copy in ${printable(realpathSync(runtime.current))}.`)
      : warning(
          "runtime",
          `Agents start another build than this one, ${program.version}: the copy in ` +
            `${printable(realpathSync(runtime.current))}.`,
          again,
        ),
  ];
}

/** Says whether a process stays between two events. */
function checkResident(io: Io, { runtime }: Where, offBy: string | undefined): Check[] {
  const folder = residentFolder(io);
  if (folder === undefined) return [];
  if (!existsSync(runtime.asker))
    return [ok("resident", `Each event starts Node: no program that asks was built for ${io.platform}-${io.arch}.`)];
  const running = residentsIn(folder, io.platform).map(({ pid }) => pid);
  const sentence =
    running.length > 0
      ? `${counted(running.length, "process answers", "processes answer")} events: ${running.join(", ")}.`
      : offBy === undefined
        ? "The next event starts a process that answers the later ones."
        : `Each event starts Node: the process that answers later events is switched off by ${offBy}.`;
  return [ok("resident", sentence)];
}
