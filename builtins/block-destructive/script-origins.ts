import { relative, sep } from "node:path";

import { isMadeAgain } from "../../worktree/doors/worktree.ts";
import type { Places } from "./places.ts";

/** The origin of each script of a call that is being followed: the call itself, or a file. */
export class ScriptOrigins {
  readonly #here: Places;
  readonly #root: string | undefined;
  /** For the present script and each script that started it: whether it is foreign. */
  readonly #foreign: boolean[] = [];
  #nextIsForeign = false;

  /** @param root the top folder of the worktree */
  constructor(here: Places, root: string | undefined) {
    this.#here = here;
    this.#root = root;
  }

  /** Whether the present script was started by another one. */
  get isInner(): boolean {
    return this.#foreign.length > 0;
  }

  /**
   * Whether the present script, or one that started it, is a file that the session probably did not write. For its
   * commands only the catastrophic rules apply.
   */
  get isForeign(): boolean {
    return this.#foreign.at(-1) === true;
  }

  /** Notes the file of the script that begins next. @param isFound whether the call found it, and did not write it */
  start(file: string, isFound: boolean): void {
    this.#nextIsForeign = isFound && !this.#isWorkInProgress(file);
  }

  inner(does: "begin" | "end"): void {
    if (does === "begin") this.#foreign.push(this.#nextIsForeign || this.isForeign);
    else this.#foreign.pop();
    this.#nextIsForeign = false;
  }

  /**
   * Whether an uncommitted script file is in a folder to which a session writes: the worktree or a temporary folder,
   * but not a folder that a tool installed or built. A script anywhere else is a tool that the user installed, and is
   * not judged.
   */
  #isWorkInProgress(path: string): boolean {
    const root = this.#root;
    return this.#here.of(path, undefined).every((place) => {
      if (place.kind === "temporary" || place.kind.endsWith("repository")) return true;
      if (place.kind !== "inside" || root === undefined) return false;
      return !isMadeAgain(
        relative(root, place.path ?? path)
          .split(sep)
          .join("/"),
      );
    });
  }
}
