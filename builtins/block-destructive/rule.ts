import type { Repository } from "../../worktree/find-worktree.ts";
import type { Place } from "./places.ts";

/** `catastrophic`: nobody means it. `all`: no checkpoint brings it back, but somebody may mean it. */
type Level = "catastrophic" | "all";

/** What the arguments of `block_destructive` ask for. */
export interface Wanted {
  readonly level: Level;
  /** Absent: what is catastrophic is denied, and anything else asked about. */
  readonly verdict?: "ask" | "deny";
}

/** A command as rules see it: unwrapped, with what is known of its variables and its input. */
export interface View {
  /** The program without its folder, in small letters where it has none of its own. */
  readonly name: string;
  readonly own: readonly string[];
  /** What it reads, as far as that is known. */
  readonly fed: readonly string[];
  /** Files that its output replaces. */
  readonly writes: readonly string[];
  /** Files that its output is put behind. */
  readonly appends: readonly string[];
  /** The commands of its pipeline, by their programs' names. */
  readonly pipeline: readonly string[];
  /** Whether a function of the script's own has this name. */
  readonly isFunction: boolean;
  /** Where words lead that name files; one word may stand for several. */
  places(words: readonly string[]): Place[];
  /** The repository of a folder, without one of the folder that the command runs in; `undefined` on other machines. */
  repository(folder?: string): Repository | undefined;
  /** Whether a word names something that is there. */
  isThere(word: string): boolean;
}

export interface Rule {
  /** What settings and replies call it. */
  readonly name: string;
  readonly level: Level;
  /** Names of programs between blanks; `*`: any. */
  readonly programs: string;
  /** What it does, as a sentence goes on behind the command: "deletes …". */
  readonly does: string;
  /** What to do instead, as a sentence. */
  readonly instead: string;
  matches(view: View): boolean;
  /**
   * Of what only changes files that checkpoints hold: the folder whose repository it works on (`""`: where it runs),
   * and whether all of the worktree is meant.
   */
  readonly recorded?: (view: View) => { readonly folder: string; readonly isWhole: boolean } | undefined;
  /** Scripts that it must match, and that it must not. */
  readonly hits: readonly string[];
  readonly misses: readonly string[];
}
