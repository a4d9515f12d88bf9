import { readCoverage, USUAL_MODES, type Covered, type Modes } from "../coverage.ts";
import type { ObjectId } from "../engine.ts";
import type { GitPath } from "../git-path.ts";

/** What is known of the permissions of one path in a state. */
export interface KnownMode {
  readonly bits: number;
  /** Whether they were seen at this very path, and are more than what most have. */
  readonly isOwn: boolean;
}

/** The permissions in each state that an operation goes back to, as its captures found them. */
export class KnownModes {
  readonly #shadow: string;
  readonly #coverage: ReadonlyMap<ObjectId, string | undefined>;
  readonly #read = new Map<ObjectId, Modes>();

  constructor(shadow: string, states: readonly Covered[]) {
    this.#shadow = shadow;
    this.#coverage = new Map(states.map(({ tree, coverage }) => [tree, coverage]));
  }

  ofFile(state: ObjectId, path: GitPath, mode: string): KnownMode {
    const { usual, odd } = this.#modesIn(state);
    const own = odd.get(path);
    return { bits: own ?? (mode === "100755" ? usual.executable : usual.file), isOwn: own !== undefined };
  }

  /** @param folder with a slash at its end */
  ofFolder(state: ObjectId, folder: GitPath): KnownMode {
    const { usual, odd } = this.#modesIn(state);
    const own = odd.get(folder);
    return { bits: own ?? usual.folder, isOwn: own !== undefined };
  }

  #modesIn(state: ObjectId): Modes {
    let modes = this.#read.get(state);
    if (!modes) {
      modes = readCoverage(this.#shadow, this.#coverage.get(state))?.modes ?? USUAL_MODES;
      this.#read.set(state, modes);
    }
    return modes;
  }
}
