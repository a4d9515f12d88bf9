import ignore from "ignore";

import { isAgentName } from "../agents/registry.ts";
import { builtinNamed } from "../builtins/doors/table.ts";
import type { Io } from "../kit/io.ts";
import { isOlder } from "../kit/releases.ts";
import { counted, plainName, printable } from "../kit/text.ts";
import { UserError } from "../kit/user-error.ts";
import {
  DEFAULT_SETTINGS,
  readSettings,
  settingsFiles,
  type CheckpointSettings,
  type Settings,
} from "../worktree/doors/settings.ts";
import { settingsFileToWrite } from "../worktree/doors/edit-settings.ts";
import { broken, ok, warning, type Check } from "./check.ts";
import { checkBuiltins } from "./check-builtins.ts";
import { faultsIn, MEND } from "./check-settings.ts";

/** How strict each value is. A value that ranks below the default's is weaker. */
const RANKS: Readonly<Record<string, number>> = { warn: 0, redact: 1, ask: 1, deny: 2, high: 0, medium: 1, low: 2 };

/**
 * Checks whether this machine's settings are at least as strict as a project and its team ask.
 * @param root the project's top folder
 * @param version the running release of snapveil
 * @throws UserError if the project has no settings file
 */
export async function checkTeam(io: Io, root: string, version: string): Promise<Check[]> {
  const files = (await settingsFiles(io, root)).filter(({ origin }) => origin === "project").map(({ file }) => file);
  if (files.length === 0) throw new UserError("noProjectSettings", [printable(root)]);
  const settings = await readSettings(io, root);
  const { release, agents, builtins } = settings.team;
  const own = printable(settingsFileToWrite(io));
  const unknown = [...agents.filter((name) => !isAgentName(name)), ...builtins.filter((name) => !builtinNamed(name))];
  const checks = [
    ...(await faultsIn(settings)).map((sentence) => faultCheck(sentence, files)),
    ...unknown.map((name) =>
      broken(
        "team",
        `The project's team names "${plainName(name)}", which this release does not know.`,
        `Correct the name in ${files.map(printable).join(", ")}, or update snapveil.`,
      ),
    ),
    ...(release !== undefined && isOlder(version, release)
      ? [
          broken(
            "release",
            `The project asks for snapveil ${release} or newer; this is ${version}.`,
            "Update snapveil, then: snapveil install",
          ),
        ]
      : []),
    ...(await checkBuiltins(settings, builtins, own)),
    ...weakValues(settings, own),
    ...exceptions(settings),
  ];
  const isWeaker = checks.some(({ state }) => state === "broken");
  const asked = files.map(printable).join(", ");
  return isWeaker ? checks : [...checks, ok("team", `The settings here are as strict as the project asks: ${asked}.`)];
}

/** A sentence about a settings file. A fault in a project's file takes away what the team asked for. */
function faultCheck(sentence: string, files: readonly string[]): Check {
  const isProjects = files.some((file) => sentence.includes(printable(file)));
  return isProjects ? broken("settings", sentence, MEND) : warning("settings", sentence, MEND);
}

/** Reports settings whose value is weaker than the default. */
function weakValues(settings: Settings, file: string): Check[] {
  const { redaction, destructive, approvingRewrites, deadline, logRefusals, checkpoints } = settings;
  const repair = `Take it out of ${file}.`;
  const said = (what: string) =>
    broken(
      "weaker",
      `Your setting ${what} is weaker than the default, and the project asks for at least that.`,
      repair,
    );
  const perPlace = (["policy", "minConfidence"] as const).flatMap((key) => {
    const own: Readonly<Record<string, string>> = DEFAULT_SETTINGS.redaction[key];
    const weak = Object.entries(redaction[key]).filter(([place, value]) => RANKS[value]! < RANKS[own[place]!]!);
    return weak.map(([place, value]) => said(`${key}.${place} "${value}"`));
  });
  return [
    ...perPlace,
    ...(redaction.knownValues === "off" ? [said("knownValues false")] : []),
    ...(redaction.detectors.includes("own") ? [] : [said('detectors without "own"')]),
    ...(destructive.level === "catastrophic" ? [said(`destructive.level "${destructive.level}"`)] : []),
    ...(approvingRewrites ? [said("approvingRewrites true")] : []),
    ...(deadline < DEFAULT_SETTINGS.deadline ? [said(`deadline ${deadline}`)] : []),
    ...(logRefusals ? [] : [said("logRefusals false")]),
    ...lowBounds(checkpoints).map(said),
    ...leavesOut("checkpoints.exclude", checkpoints.exclude, repair),
    ...(checkpoints.keep ? leavesOut("keep.exclude", checkpoints.keep.exclude, repair) : []),
  ];
}

/** The settings by which less is recorded, or for less time, than by default. */
function lowBounds(own: CheckpointSettings): string[] {
  const lower = <Bounds extends object>(key: string, bounds: Bounds, usual: Bounds): string[] =>
    Object.entries(bounds).flatMap(([name, value]: [string, unknown]) => {
      const least: unknown = usual[name as keyof Bounds];
      return typeof value === "number" && typeof least === "number" && value < least ? [`${key}.${name} ${value}`] : [];
    });
  const usual = DEFAULT_SETTINGS.checkpoints;
  const keep = own.keep ? lower("keep", own.keep, usual.keep || own.keep) : ["keep false"];
  return [...lower("checkpoints", own, usual), ...keep];
}

/**
 * A file without and a file with a suffix, whose names no pattern knows: a pattern that fits one is about all such files.
 */
const FILES = [
  ["no-folder-of-anybody/no-file-of-anybody", "every file"],
  ["no-folder-of-anybody/no-file.of-anybody", "every file with a suffix"],
] as const;

/** Reports patterns that leave files out whatever these are called. */
function leavesOut(setting: string, exclude: readonly string[], repair: string): Check[] {
  const patterns = ignore().add(exclude);
  const [all] = FILES.flatMap(([path, what]) => (patterns.ignores(path) ? [what] : []));
  return all === undefined
    ? []
    : [broken("weaker", `Your setting ${setting} leaves ${all} out, so undo lacks what the project asks for.`, repair)];
}

/** Names the user's exceptions. A team cannot forbid these, but wants to know. */
function exceptions({ redaction, destructive, secretFiles, checkpoints }: Settings): Check[] {
  const lists = {
    allow: redaction.allow,
    trustedProjects: redaction.trustedProjects === "all" ? ["all"] : redaction.trustedProjects,
    "destructive.allow": destructive.allow,
    "secretFiles.allow": secretFiles.allow,
    "checkpoints.exclude": checkpoints.exclude,
    "keep.exclude": checkpoints.keep ? checkpoints.keep.exclude : [],
  };
  const used = Object.entries(lists).filter(([, entries]) => entries.length > 0);
  return [
    ...used.map(([key, { length }]) =>
      warning("exceptions", `Your setting ${key} makes ${counted(length, "exception")}.`),
    ),
    ...(redaction.restore
      ? [warning("exceptions", "Your setting restore writes real values where a call writes snapveil's markers.")]
      : []),
  ];
}
