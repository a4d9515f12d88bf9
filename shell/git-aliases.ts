import { resolve } from "node:path";

import { inShell } from "../kit/in-shell.ts";
import { gitVerb } from "./programs/git-verbs.ts";
import { parseGit } from "./parse-git.ts";

/** The value of a git alias in a folder, by the user's and the repository's settings; `undefined` if there is none. */
export type AliasOf = (verb: string, folder: string) => string | undefined;

/** The git aliases that a script or the settings define. */
export class GitAliases {
  readonly #meanings = new Map<string, string>();
  readonly #settings: AliasOf | undefined;

  constructor(settings: AliasOf | undefined) {
    this.#settings = settings;
  }

  /** Notes the alias that `git config alias.NAME MEANING` sets. */
  note(words: readonly string[]): void {
    if (words[0] !== "git") return;
    const own = words.slice(1);
    const key = own.find((word) => word.startsWith("alias."));
    const meaning = key === undefined ? undefined : own[own.indexOf(key) + 1];
    if (own.includes("config") && key !== undefined && meaning !== undefined)
      this.#meanings.set(key.slice("alias.".length), meaning);
  }

  /** The script that `git NAME …` runs if `NAME` is an alias; otherwise none. */
  scriptsOf(words: readonly string[], folder: string): readonly string[] {
    if (words[0] !== "git") return [];
    const { options, verb, own, folder: to } = parseGit(words.slice(1));
    if (verb === "" || gitVerb(verb)) return [];
    const begins = `alias.${verb}=`;
    const given = options.find(([option, value]) => option === "-c" && value.startsWith(begins))?.[1];
    const meaning =
      given?.slice(begins.length) ?? this.#meanings.get(verb) ?? this.#settings?.(verb, resolve(folder, to));
    if (meaning === undefined) return [];
    const rest = own.map(inShell).join(" ");
    const [, script] = /^\s*!(.*)$/s.exec(meaning) ?? [];
    if (script !== undefined) return [to === "" ? `${script} ${rest}` : `(cd ${inShell(to)}; ${script} ${rest})`];
    const before = options.flatMap(([option, value]) => {
      if (value === "") return [option];
      return option.startsWith("--") ? [`${option}=${value}`] : [option, value];
    });
    return [["git", ...before.map(inShell), meaning, rest].join(" ")];
  }
}
