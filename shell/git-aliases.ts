import { inShell } from "../kit/in-shell.ts";

/** Meanings that a script itself gives to words behind `git`. */
export class ScriptAliases {
  readonly #meanings = new Map<string, string>();

  /** `git config alias.NAME MEANING` */
  note([name = "", ...own]: readonly string[]): void {
    const key = own.find((word) => word.startsWith("alias."));
    const meaning = key === undefined ? undefined : own[own.indexOf(key) + 1];
    if (name === "git" && own.includes("config") && key !== undefined && meaning !== undefined)
      this.#meanings.set(key.slice("alias.".length), meaning);
  }

  /** The script that `git NAME …` comes to; none if the script gives the name no meaning. */
  scriptsOf([name = "", verb = "", ...own]: readonly string[]): readonly string[] {
    const meaning = name === "git" ? this.#meanings.get(verb) : undefined;
    if (meaning === undefined) return [];
    const [, script = `git ${meaning}`] = /^\s*!(.*)$/s.exec(meaning) ?? [];
    return [`${script} ${own.map(inShell).join(" ")}`];
  }
}
