import { existsSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Registered } from "../agents/formats/config-file.ts";
import type { Where } from "../agents/formats/installer.ts";
import type { ProgramCopy } from "../install/run-plan.ts";
import { isCodeCacheDamaged, isStaged } from "../install/stage-runtime.ts";
import { causeInWords } from "../kit/disk-trouble.ts";
import type { Io } from "../kit/io.ts";
import { makeFolder } from "../kit/files.ts";
import { counted, printable } from "../kit/text.ts";
import { runProcess } from "../kit/run-process.ts";
import { residentFolder, residentOffBy, residentsIn } from "../worktree/doors/data-dir.ts";
import { findGit } from "../worktree/doors/git.ts";
import type { Settings } from "../worktree/doors/settings.ts";
import { offInWords, readSwitch } from "../worktree/doors/switch.ts";
import { broken, ok, warning, type Check } from "./check.ts";

/**
 * The supported versions of Node, as in package.json: the oldest major version, and the first supported minor version
 * of each major version (infinity: no minor version is supported).
 */
const OLDEST = 20;
const FIRST_RELEASE: Readonly<Record<number, number>> = { 20: 16, 21: Number.POSITIVE_INFINITY, 22: 3 };
/** From this version of Node on, additional certificates are only loaded when they are used. */
const CHEAP_CERTIFICATES = 22;

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

/** Checks the Node that each hook starts, and variables of this shell that slow Node down. */
export function checkNode(io: Io, registered: readonly Registered[], where: Where): Check[] {
  const lines = [...new Map(registered.map((one) => [one.command, one])).values()];
  const named = [...new Set(lines.flatMap(({ command }) => nodeIn(command, where) ?? []))];
  const versions = named.map((node) => [node, versionOf(node, io)] as const);
  const checks = versions.map(([node, version]) => {
    if (!version)
      return broken(
        "node",
        `The lines start ${printable(node)}, which is not there or is no Node.`,
        "Run snapveil install again for this agent.",
      );
    const isOld = version[0] < OLDEST || version[1] < (FIRST_RELEASE[version[0]] ?? 0);
    return isOld
      ? broken(
          "node",
          `${printable(node)} is Node ${version.join(".")}; 20.16, 22.3 or newer is needed.`,
          "Put a newer Node first on PATH and run snapveil install again.",
        )
      : ok("node", `${printable(node)} is Node ${version.join(".")}.`);
  });
  const major = Math.max(0, ...versions.map(([, version]) => version?.[0] ?? 0));
  return [...checks, ...checkVariables(io, lines, major)];
}

function checkVariables({ env }: Io, lines: readonly Registered[], major: number): Check[] {
  const open = (name: string) =>
    lines.filter((line) => ownLine(line) && !line.command.includes(`${name}=`) && line.env?.[name] === undefined);
  const checks: Check[] = [];
  if (env["NODE_EXTRA_CA_CERTS"] && major > 0 && major < CHEAP_CERTIFICATES && open("NODE_EXTRA_CA_CERTS").length > 0) {
    checks.push(
      warning(
        "certificates",
        `NODE_EXTRA_CA_CERTS is set, and a line does not set it back: under Node ${major} each hook reads those ` +
          "certificates at its start.",
        "Run snapveil install again, use Node 22, or unset it.",
      ),
    );
  }
  if (
    /(?:^|\s)--(?:import|require|loader|experimental-loader)\b|(?:^|\s)-r\b/.test(env["NODE_OPTIONS"] ?? "") &&
    open("NODE_OPTIONS").length > 0
  ) {
    checks.push(
      warning(
        "node_options",
        "NODE_OPTIONS loads a module into every Node, and a line does not set it back: each hook loads it too, " +
          "and what it prints is taken for an answer.",
        "Run snapveil install again, or unset it.",
      ),
    );
  }
  return checks;
}

/**
 * Whether a command line starts Node directly, so that nothing clears the variables that slow Node down. The launcher
 * and snapveil's scripts clear these.
 */
function ownLine({ command }: Registered): boolean {
  return !/snapveil-hook|[\\/]wrappers[\\/]snapveil-/.test(command);
}

/**
 * The Node that a command line names; for the launcher, the Node of the last installation. `undefined` if none is
 * recognized.
 */
function nodeIn(command: string, { runtime }: Where): string[] | undefined {
  if (/snapveil-hook|[\\/]wrappers[\\/]snapveil-/.test(command)) return [runtime.node];
  const word = /(?:'((?:[^'])*)'|"([^"]*)"|(\S+))\s+(?:'[^']*'|"[^"]*"|\S+)\s+hook\b/.exec(command);
  const path = word?.[1] ?? word?.[2] ?? word?.[3];
  return path && /node(?:\.exe)?$/i.test(path) ? [path] : undefined;
}

function versionOf(node: string, { env }: Io): readonly [number, number, number] | undefined {
  const { stdout, status } = runProcess(node, ["--version"], { env: { PATH: env["PATH"] ?? "" }, timeout: 10_000 });
  const parts = /^v(\d+)\.(\d+)\.(\d+)/.exec(stdout.toString("utf8"));
  return status === 0 && parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : undefined;
}
