import { resolve } from "node:path";

import { sends } from "../../shell/doors/effects.ts";
import { parseOptions } from "../../shell/doors/options.ts";
import { isElsewhere } from "../../shell/doors/programs.ts";
import type { CallCommand } from "../../shell/doors/script.ts";
import { pathIn } from "../../shell/doors/values.ts";
import type { GitCommand } from "./parse-git-command.ts";

/** Commits in a file or in an output, which is as public as a push once it is sent. */
export interface Bundle {
  readonly git: GitCommand;
  /** Revisions and options as `git rev-list` takes these. */
  readonly words: readonly string[];
}

/** The files of commits that a script writes: bundles, patches and archives. */
export class Bundles {
  readonly #home: string;
  readonly #written: (Bundle & { readonly path: string })[] = [];

  constructor(home: string) {
    this.#home = home;
  }

  /** Notes the commits that a command writes to files. @returns the commits that it pipes to another machine */
  note(git: GitCommand, { pipeline, all, redirects }: CallCommand): readonly Bundle[] {
    const [path, words] = commitsOf(git) ?? [];
    if (path === undefined || words === undefined) return [];
    for (const file of path === "-" ? redirects.map((one) => one.file) : [path])
      this.#written.push({ git, words, path: resolve(git.place, file) });
    const behind = pipeline.slice(pipeline.findIndex((one) => one.all === all) + 1);
    return path === "-" && behind.some(goesAway) ? [{ git, words }] : [];
  }

  /** The noted commits whose file, or a file in whose folder, a command sends to another machine. */
  sentBy(command: CallCommand): readonly Bundle[] {
    if (this.#written.length === 0 || !goesAway(command)) return [];
    const named = [...command.words.slice(1), ...command.reads].map((word) =>
      pathIn(command.folder, word.replace(/^[\w-]*=?@/, ""), this.#home),
    );
    return this.#written.filter(({ path }) => named.some((one) => one === path || one.startsWith(`${path}/`)));
  }
}

/** Whether a command sends its files or its input to another machine. */
function goesAway({ words: [name = "", ...own] }: Pick<CallCommand, "words">): boolean {
  return sends(name, own) || isElsewhere(name);
}

/**
 * The file or folder to which a command writes commits (`-`: its output), and the commits; `undefined` for any other
 * command. Commits below the named ones count, too.
 */
function commitsOf({ verb, own }: GitCommand): readonly [path: string, words: readonly string[]] | undefined {
  if (verb === "bundle") return own[0] === "create" ? [own[1] ?? "", own.slice(2)] : undefined;
  const { has, operands, valuesOf } = parseOptions(own, "o --output --output-directory");
  const path = valuesOf("o --output --output-directory")[0];
  if (verb === "archive") return [path ?? "-", [operands[0] ?? "HEAD"]];
  // `format-patch origin/main` begins behind the named commit, and ends at HEAD.
  return [path ?? (has("--stdout") ? "-" : "."), [operands[0]?.split("..")[1] || "HEAD"]];
}
