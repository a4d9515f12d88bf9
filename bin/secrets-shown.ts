import type { Command } from "commander";

import type { MaskedFiles, SecretFinder } from "../builtins/doors/masking.ts";
import type { ToShow } from "../shadow-repo/doors/look.ts";
import type { ListedHunk } from "../shadow-repo/doors/restore.ts";
import { requirePerson } from "../worktree/doors/person.ts";
import type { Io } from "../kit/io.ts";
import { counted, printable } from "../kit/text.ts";
import { UserError } from "../kit/user-error.ts";
import { displayOf } from "./show.ts";

export interface RevealOption {
  readonly reveal?: boolean;
}

export function withReveal(command: Command): Command {
  return command.option("--reveal", "show secrets, in a terminal only; without this option a terminal masks them");
}

/** The most files that a sentence names. */
const NAMED = 5;

/**
 * Shows or masks the secrets in printed files. On a terminal the secrets are masked unless the person gives `--reveal`.
 * Output for a program is not masked, because a masked patch could not be applied; a message on standard error names
 * the files with secrets.
 */
export class SecretsShown {
  readonly #io: Io;
  /** Whether a person reads the output, on a terminal. */
  readonly #isShown: boolean;
  readonly #reveals: boolean;
  readonly #holders = new Set<string>();
  #finder: Promise<SecretFinder> | undefined;

  private constructor(io: Io, isShown: boolean, reveals: boolean) {
    this.#io = io;
    this.#isShown = isShown;
    this.#reveals = reveals;
  }

  /** @throws UserError if `--reveal` is given and no person runs the command */
  static async of(io: Io, command: string, { reveal = false }: RevealOption): Promise<SecretsShown> {
    if (reveal) await requirePerson(io, `${command} --reveal`);
    return new SecretsShown(io, displayOf(io) !== undefined, reveal);
  }

  /**
   * Creates a `SecretsShown` for a full screen. The secrets are masked until the person presses the key that shows
   * them.
   */
  static onScreen(io: Io): SecretsShown {
    return new SecretsShown(io, true, false);
  }

  readonly toShow: ToShow = async (patch, files) => {
    if (patch.length === 0 || this.#reveals) return patch;
    const { maskAll } = await import("../builtins/doors/masking.ts");
    const masked: MaskedFiles = await maskAll(await this.#find(), patch.toString("utf8"), files);
    for (const path of masked.files) this.#holders.add(path);
    return this.#isShown ? Buffer.from(masked.patch) : patch;
  };

  /** The hunks for a list, masked unless `--reveal` is given. No program applies them. */
  async hunks(hunks: readonly ListedHunk[]): Promise<readonly ListedHunk[]> {
    if (hunks.length === 0 || this.#reveals) return hunks;
    const { maskHunks } = await import("../builtins/doors/masking.ts");
    return maskHunks(await this.#find(), hunks);
  }

  async lines(lines: readonly string[]): Promise<readonly string[]> {
    if (this.#reveals) return lines;
    const { maskLines } = await import("../builtins/doors/masking.ts");
    const text = lines.join("\n");
    return maskLines(text, await (await this.#find()).secretsIn(text)).lines;
  }

  /** Reports on standard error which files of the printed patch hold secrets. Call it after the patch. */
  tell(): void {
    const names = [...this.#holders].map(printable);
    if (names.length === 0) return;
    const more = names.length > NAMED ? ` and ${counted(names.length - NAMED, "more file")}` : "";
    const where = names.slice(0, NAMED).join(", ") + more;
    this.#io.writeStderr(
      this.#isShown
        ? `Secrets are masked in ${where}; --reveal shows them.\n`
        : `snapveil: this holds secrets as they are, in ${where}, since a masked patch cannot be applied. Mind ` +
            "where it goes.\n",
    );
  }

  async #find(): Promise<SecretFinder> {
    this.#finder ??= import("../builtins/doors/masking.ts").then(
      ({ SecretFinder: Finder }) => new Finder(this.#io, this.#io.cwd),
    );
    return this.#finder;
  }
}

/** Why secrets may not be shown, as a sentence; `undefined` if a person runs the command. */
export async function whyNotRevealed(io: Io): Promise<string | undefined> {
  try {
    await requirePerson(io, "To show secrets");
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}
