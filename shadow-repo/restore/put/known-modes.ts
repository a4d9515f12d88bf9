import type { Io } from "../../../kit/io.ts";
import { keepCoverage, readCoverage, USUAL_MODES, type Covered, type CoverageId, type Modes } from "../../coverage.ts";
import type { ObjectId } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";
import type { EndRecord } from "../../journal/journal.ts";
import type { Place } from "../../place.ts";
import { findModes, notedModes } from "../../source/file-modes.ts";

/** The known permissions of one path in a state. */
export interface KnownMode {
  readonly bits: number;
  /** Whether the permissions were seen at this very path, and exceed the usual ones. */
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

/** The coverage of the state after an operation, with the permissions of the files that it touched. */
export function withModes(
  io: Io,
  { shadow, worktree }: Place,
  id: CoverageId | undefined,
  touched: readonly GitPath[],
): Pick<EndRecord, "coverage"> {
  const coverage = readCoverage(shadow, id);
  if (!coverage) return {};
  const modes = notedModes(coverage.modes, findModes(worktree.root, touched));
  return { coverage: keepCoverage(io, shadow, { ...coverage, modes }) };
}
