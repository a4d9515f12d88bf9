import { existsSync, statSync } from "node:fs";

import { isToldToAct } from "../../shell/programs.ts";
import { hasOption, operandsOf } from "../../shell/read-options.ts";
import type { View } from "./rule.ts";

/** Words of a command that name files which it takes away, or whose content it replaces. */
export interface ChangedFiles {
  readonly deleted: readonly string[];
  /** Of these only what is there is lost. */
  readonly replaced: readonly string[];
  /** They are emptied, so that whoever says it knows that they are there. */
  readonly emptied: readonly string[];
}

const NOTHING: ChangedFiles = { deleted: [], replaced: [], emptied: [] };

/** Options with a value, of programs that take some. */
const VALUES =
  "tmogsnri --target-directory --mode --owner --group --size --iterations --suffix --reference -exclude -filter";

/** How a program's words name what it changes. */
const READERS: Readonly<Record<string, (view: View) => ChangedFiles>> = {
  "rm rd del erase ri remove-item srm unlink rimraf trash": removed,
  shred: removed,
  truncate: ({ own }) => ({ ...NOTHING, emptied: operandsOf(own, VALUES) }),
  "cp install ln": copied,
  mv: moved,
  tee: ({ own }) => (hasOption(own, "a", "--append") ? NOTHING : { ...NOTHING, replaced: operandsOf(own) }),
  dd: ({ own }) => ({ ...NOTHING, replaced: own.flatMap((word) => /^of=(.+)$/s.exec(word)?.[1] ?? []) }),
  "curl wget": ({ own }) => ({ ...NOTHING, replaced: loaded(own) }),
  find: ({ name, own }) => ({ ...NOTHING, deleted: deletes(name, own) ? foundPatterns(own) : [] }),
  rsync: synced,
};

const BY_NAME = new Map(
  Object.entries(READERS).flatMap(([names, read]) => names.split(" ").map((name) => [name, read])),
);

/** What a command does to files, with what its output replaces. */
export function changedFiles(view: View): ChangedFiles {
  if (view.own.includes("--help")) return NOTHING;
  const own = BY_NAME.get(view.name)?.(view) ?? NOTHING;
  // Without a program, or with one that does nothing, a redirection empties the file.
  const isBare = view.name === "" || view.name === ":" || view.name === "true";
  return isBare
    ? { ...own, emptied: [...own.emptied, ...view.writes] }
    : { ...own, replaced: [...own.replaced, ...view.writes] };
}

/** What `find` hands over is told by the names that it searches for. */
function removed({ own, found }: View): ChangedFiles {
  const words = operandsOf(own.filter((word) => !/^\/[a-z]$/i.test(word)));
  const isFound = (word: string) => /(?:^|[\\/])\{\}$/.test(word);
  const others = found ? words.filter((word) => !isFound(word)) : words;
  return { ...NOTHING, deleted: found && words.some(isFound) ? [...others, ...foundPatterns(found)] : others };
}

/** `rsync --delete`: whatever the target has and the source has not. */
function synced({ own }: View): ChangedFiles {
  const target = operandsOf(own).at(-1) ?? "";
  const isLocal = !/^[\w.@-]+:/.test(target) && !hasOption(own, "n", "--dry-run");
  const isEmptied = own.some((word) => /^--del(?:ete)?(?:-\w+)?$/.test(word));
  return { ...NOTHING, replaced: isEmptied && isLocal && target !== "" ? [target] : [] };
}

/** `cp a b`, `cp a b folder`, `cp -t folder a`. */
function copied({ name, own, places }: View): ChangedFiles {
  if (hasOption(own, "n", "--no-clobber", "--backup") || (name === "ln" && !hasOption(own, "f", "--force")))
    return NOTHING;
  const words = operandsOf(own, VALUES);
  const target = words.length > 1 ? words.at(-1)! : undefined;
  if (target === undefined || (name === "install" && hasOption(own, "d", "--directory"))) return NOTHING;
  return { ...NOTHING, replaced: inside(target, words.slice(0, -1), places) };
}

/** What is moved is still there, but for a temporary folder; what stood at its new place is not. */
function moved(view: View): ChangedFiles {
  const words = operandsOf(view.own, VALUES);
  if (words.length > 1 && words.at(-1) === "/dev/null") return { ...NOTHING, deleted: words.slice(0, -1) };
  const isPassing = words.length > 1 && view.places([words.at(-1)!])[0]?.kind === "temporary";
  return isPassing ? { ...copied(view), deleted: words.slice(0, -1) } : copied(view);
}

/** A folder gets each source under its own name. */
function inside(target: string, sources: readonly string[], places: View["places"]): string[] {
  const path = places([target])[0]?.path;
  if (path === undefined || !existsSync(path)) return [target];
  if (!statSync(path).isDirectory()) return [target];
  return sources.map((source) => `${target.replace(/\/+$/, "")}/${source.replace(/\/+$/, "").split("/").at(-1)!}`);
}

/** Where a download goes. */
function loaded(own: readonly string[]): string[] {
  const at = own.findIndex((word) => /^(?:-\w*[oO]|--output|--output-document)$/.test(word));
  const file = own.flatMap((word) => /^--output(?:-document)?=(.+)$/s.exec(word)?.[1] ?? []);
  const next = own[at + 1];
  return [...file, ...(at !== -1 && next !== undefined && !/^(?:-|https?:)/.test(next) ? [next] : [])];
}

function deletes(name: string, own: readonly string[]): boolean {
  return (
    isToldToAct(name, own) &&
    (own.includes("-delete") ||
      own.some((word, at) => /^-exec(?:dir)?$/.test(word) && /(?:^|\/)rm$/.test(own[at + 1] ?? "")))
  );
}

/**
 * `find . -name '*.log'`: with a name, what has that name anywhere below, as git writes such a pattern; else all that is
 * below.
 */
export function foundPatterns(own: readonly string[]): string[] {
  const end = own.findIndex((word) => /^[-!(]/.test(word));
  const roots = end === -1 ? own : own.slice(0, end);
  const isLeftOut = (at: number) => /^(?:!|-not)$/.test(own[at - 1] ?? "");
  const names = own.flatMap((word, at) => (/^-i?name$/.test(word) && !isLeftOut(at) ? [own[at + 1] ?? "*"] : []));
  const isFlat = own.some((word, at) => word === "-maxdepth" && own[at + 1] === "1");
  const patterns = names.length > 0 ? names.map((one) => (isFlat ? `/${one}` : `/**/${one}`)) : [""];
  return (roots.length > 0 ? roots : ["."]).flatMap((root) =>
    patterns.map((one) => `${root.replace(/\/+$/, "")}${one}`),
  );
}
