import { resolve } from "node:path";

import { inShell } from "../kit/in-shell.ts";
import { gitVerb } from "./programs/git-verbs.ts";
import { parseGit } from "./parse-git.ts";

/** The meaning of a verb in a folder, by the settings of the user and the repository. */
export type AliasOf = (verb: string, folder: string) => string | undefined;

/** The meanings of words behind `git` by the aliases of a script and of the settings. */
export class GitAliases {
  readonly #meanings = new Map<string, string>();
  readonly #settings: AliasOf | undefined;

  constructor(settings: AliasOf | undefined) {
    this.#settings = settings;
  }

  /** `git config alias.NAME MEANING` */
  note([name = "", ...own]: readonly string[]): void {
    if (name !== "git") return;
    const key = own.find((word) => word.startsWith("alias."));
    const meaning = key === undefined ? undefined : own[own.indexOf(key) + 1];
    if (own.includes("config") && key !== undefined && meaning !== undefined)
      this.#meanings.set(key.slice("alias.".length), meaning);
  }

  /** The script that `git NAME …` comes to; none if the name has no other meaning. */
  scriptsOf([name = "", ...words]: readonly string[], folder: string): readonly string[] {
    if (name !== "git") return [];
    const { options, verb, own, folder: to } = parseGit(words);
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
