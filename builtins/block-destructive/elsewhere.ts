import { isAbsolute, posix, resolve } from "node:path";

import { filesChanged } from "../../shell/doors/effects.ts";
import type { Command } from "../../shell/doors/script.ts";
import { columnOf, hasFlag, isElsewhere } from "../../shell/doors/programs.ts";
import { valuesOf } from "../../shell/doors/options.ts";
import { isMadeAgain, isOfTests } from "../../worktree/doors/worktree.ts";
import type { HarmRule, CommandView } from "./rule.ts";
import type { Elsewhere, Mount } from "./targets.ts";

const TEMPORARY = /^\/(?:tmp|var\/tmp|run|var\/run|dev\/shm)(?:\/|$)/;

function isWrapper(word: string): boolean {
  return isElsewhere(word.includes("/") ? word.slice(word.lastIndexOf("/") + 1) : word);
}

/**
 * The other machine or the container in which a command runs; `undefined` if it runs on this machine. @param folder the
 * folder in which `ssh`, `docker` or their like runs
 */
export function elsewhereOf(command: Command, folder: string | undefined): Elsewhere | undefined {
  const { all, words, script } = command;
  // Most commands hold no wrapper (`ssh`, `docker`): return before the set of words is built.
  if (!all.some(isWrapper)) return undefined;
  const inner = script === undefined ? new Set(words) : new Set<string>();
  const at = all.findIndex((word) => !inner.has(word) && isWrapper(word));
  if (at === -1) return undefined;
  const name = all[at]!.replace(/^.*\//s, "");
  const own = all.slice(at + 1).filter((word) => !inner.has(word) && word !== script);
  const isEngine = /^(?:docker|podman|nerdctl)$/.test(name);
  const workdir = isEngine ? valuesOf(own, "w --workdir").at(-1) : undefined;
  return {
    // `docker compose run` mounts the volumes that the compose file names, so its container is not fresh.
    isFresh: own.includes("run") && (/^(?:kubectl|oc|heroku)$/.test(name) || (isEngine && !own.includes("compose"))),
    isMachine: !isEngine && name !== "docker-compose",
    isOfTests: own.some(isOfTests),
    mounts: isEngine ? mountsOf(own, folder) : [],
    ...(workdir !== undefined && isAbsolute(workdir) && { folder: workdir }),
  };
}

function mountsOf(own: readonly string[], folder: string | undefined): Mount[] {
  const short = valuesOf(own, "v --volume").map((text) => text.split(":"));
  const long = valuesOf(own, "--mount").map((text) => {
    const value = (keys: RegExp) =>
      text
        .split(",")
        .find((part) => keys.test(part))
        ?.replace(/^[^=]*=/, "");
    return [value(/^(?:source|src)=/) ?? "", value(/^(?:target|dst|destination)=/) ?? ""];
  });
  return [...short, ...long].flatMap(([source = "", target = ""]) => {
    if (source === "" || !target.startsWith("/")) return [];
    const isVolume = !/^[./~$]/.test(source);
    if (!isVolume && !isHere(source) && folder === undefined) return [];
    return [
      {
        source: isVolume || isHere(source) ? source : resolve(folder ?? "/", source),
        target: target.replace(/(?<=.)\/+$/, ""),
      },
    ];
  });
}

/** Whether a mount's source is a path of this machine, absolute or with `~`, and not the name of a volume. */
function isHere(source: string): boolean {
  return isAbsolute(source) || /^~(?:\/|$)/.test(source);
}

/** The paths on the other machine that a command deletes recursively. A path with a pattern is included in any case. */
function deletedThere(view: CommandView): string[] {
  const all = removedThere(view);
  return hasFlag(view.own, columnOf(view.name, "recursive")) ? all : all.filter((path) => /[*?]/.test(path));
}

/** All paths on the other machine that a command deletes. */
function removedThere({ name, own, elsewhere }: CommandView): string[] {
  if (own.includes("--help")) return [];
  return filesChanged(name, own).deletes.flatMap((word) => {
    if (word.startsWith("/")) return [word];
    if (/^~(?:[\w-]*)\//.test(word)) return [`/${word}`];
    const base = elsewhere?.folder;
    return base === undefined || /^[$`~]/.test(word) ? [] : [posix.join(base, word)];
  });
}

/**
 * The mount of a container that holds a path: its source (a path of this machine, or a volume), and the rest of the
 * path below it.
 */
function mountOf(path: string, { mounts }: Elsewhere): { readonly source: string; readonly rest: string } | undefined {
  const mount = mounts.find(({ target }) => path === target || path.startsWith(`${target}/`));
  return mount && { source: mount.source, rest: path.slice(mount.target.length) };
}

/** The paths of this machine that a command in a container deletes, since they are mounted in the container. */
export function deletedHere(view: CommandView): string[] {
  const { elsewhere } = view;
  if (!elsewhere) return [];
  return removedThere(view).flatMap((path) => {
    const mount = mountOf(path, elsewhere);
    return mount && isHere(mount.source) ? [mount.source + mount.rest] : [];
  });
}

function isLostIn(path: string, elsewhere: Elsewhere): boolean {
  const mount = mountOf(path, elsewhere);
  // A mounted folder of this machine is judged by `deletedHere`.
  if (mount && isHere(mount.source)) return false;
  if (elsewhere.isFresh && !mount) return false;
  return isLostThere(path) && !(mount && isOfTests(mount.source));
}

/** Whether the deletion of a path on another machine is a loss: the path is neither temporary nor output of a build. */
export function isLostThere(path: string): boolean {
  return !TEMPORARY.test(path) && !isMadeAgain(path.replace(/^\/+/, ""));
}

/** The rule for deletions of folders on another machine, or in a container that exists after the command has ended. */
export const ELSEWHERE_DELETED: HarmRule = {
  name: "delete-elsewhere",
  level: "unrecorded",
  programs: "rm srm",
  words: [],
  does: "deletes a folder on another machine or in a container, where no checkpoint is made",
  instead: "Look there first and make a copy, or leave it to the person.",
  matches: (view) => {
    const { elsewhere } = view;
    if (!elsewhere || elsewhere.isOfTests) return false;
    return deletedThere(view).some((path) => isLostIn(path, elsewhere));
  },
};
