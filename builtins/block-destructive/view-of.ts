import { resolve } from "node:path";

import { findRepository } from "../../worktree/find-worktree.ts";
import { targetOf } from "../../shell/follow-script.ts";
import type { Command, Pipeline } from "../../shell/parse-shell.ts";
import type { EnvironmentFiles } from "./environment-files.ts";
import type { MadeByCall } from "./made-by-call.ts";
import type { Elsewhere } from "./targets.ts";
import { isThere, pathTargetsOf, type KnownFolders } from "./places.ts";
import type { CommandView } from "./rule.ts";

/** A command with the known facts about its place. */
interface Seen {
  readonly command: Command;
  readonly name: string;
  readonly own: readonly string[];
  readonly fed: readonly string[];
  readonly pipeline: Pipeline;
  /** Of this machine. */
  readonly around: KnownFolders;
  readonly folder: string | undefined;
  readonly elsewhere: Elsewhere | undefined;
  readonly isFunction: boolean;
  readonly variable: CommandView["variable"];
  /** Files that the script loads from servers before it. */
  readonly loaded: ReadonlySet<string>;
  /** It takes its input from this machine to another one. */
  readonly isLeaving: boolean;
  /** The files that the script puts the environment in before it. */
  readonly environment: EnvironmentFiles;
  /** What the script makes before it. */
  readonly made: MadeByCall;
  /** Counts steps of the patience for the call. */
  readonly spend: (steps: number) => void;
  /** Is told that a path is not known. */
  readonly unknown: () => void;
}

const NAMES = new WeakMap<Pipeline, readonly string[]>();

/** The programs of a pipeline; each of its commands asks for the same. */
function namesOf(pipeline: Pipeline): readonly string[] {
  const known = NAMES.get(pipeline);
  if (known) return known;
  const names = pipeline.map((one) => one.words[0] ?? "");
  NAMES.set(pipeline, names);
  return names;
}

export function viewOf(seen: Seen): CommandView {
  const { command, name, own, fed, pipeline, elsewhere, folder } = seen;
  const target = elsewhere ? undefined : targetOf(command);
  const { home } = seen.around;
  const around: KnownFolders = elsewhere
    ? { cwd: undefined, home, temporary: ["/tmp"], repository: undefined, isElsewhere: true }
    : seen.around;
  return {
    name,
    called: command.all.find((word) => word.toLowerCase().replace(/^.*[\\/]/s, "") === name) ?? name,
    own,
    assigned: command.assigned,
    variable: seen.variable,
    fed,
    writes: target && !target.appends ? [target.file] : [],
    appends: target?.appends ? [target.file] : [],
    get pipeline() {
      return namesOf(pipeline);
    },
    get piped() {
      const given = new Set(own);
      seen.spend(pipeline.length);
      const others = pipeline.flatMap((one) => [...one.words.slice(1), ...one.reads]);
      return [...others.filter((word) => !given.has(word)), ...command.reads];
    },
    home,
    folder,
    worktree: seen.around.repository?.root,
    isFunction: seen.isFunction,
    places: (named) => {
      const places = named.flatMap((word) => pathTargetsOf(word, folder, around));
      if (places.some(({ kind }) => kind === "unknown")) seen.unknown();
      return places;
    },
    repository(other = "") {
      if (folder === undefined || elsewhere) return undefined;
      const place = resolve(folder, other);
      return place === around.cwd ? around.repository : findRepository(place);
    },
    isLoaded: (word) => word !== "" && seen.loaded.has(resolve(folder ?? "/", word)),
    isLeaving: seen.isLeaving,
    holdsEnvironment: (word) => !elsewhere && seen.environment.has(word, folder),
    isMadeByCall: elsewhere ? () => false : seen.made.teller(),
    ...(seen.made.context !== undefined && { chosenContext: seen.made.context }),
    isThere: (word) => !elsewhere && isThere(word, folder),
    ...(elsewhere && { elsewhere }),
  };
}
