import { parseOptions } from "./parse-options.ts";
import { expandBraces } from "./expand-braces.ts";

/** A refspec of a push: `+from:to`. */
export interface PushedRef {
  /** The local reference; "" if the push only deletes `to`. */
  readonly from: string;
  readonly to: string;
  readonly isForced: boolean;
  readonly isDeleted: boolean;
}

/** The arguments of `git push`. */
export interface PushWords {
  /** `--prune`: branches that exist only at the remote are deleted there. */
  readonly prunes: boolean;
  /** `--follow-tags`: tags of pushed commits are pushed, too. */
  readonly followsTags: boolean;
  /** `--dry-run`: nothing is sent. */
  readonly isOff: boolean;
  readonly isForced: boolean;
  /** `--force-with-lease`: the push fails if the remote's branch has moved since the last fetch. */
  readonly hasLease: boolean;
  readonly deletes: boolean;
  readonly isMirror: boolean;
  readonly all: boolean;
  readonly hasTags: boolean;
  readonly remote?: string;
  readonly refs: readonly PushedRef[];
}

/** Parses the remote, the refspecs and the options of `git push`. */
export function parsePush(own: readonly string[]): PushWords {
  const { has, operands } = parseOptions(own, "o --push-option --receive-pack --exec --repo");
  const [remote, ...specs] = operands;
  return {
    prunes: has("--prune"),
    followsTags: has("--follow-tags"),
    isOff: has("n --dry-run"),
    isForced: has("f --force"),
    hasLease: has("--force-with-lease"),
    deletes: has("d --delete"),
    isMirror: has("--mirror"),
    all: has("--all --branches"),
    hasTags: has("--tags"),
    ...(remote !== undefined && { remote }),
    // A pattern in braces is never a part of a ref's name, so it is expanded.
    refs: specs.flatMap(expandBraces).flatMap((spec) => (spec === "tag" ? [] : [toRef(spec)])),
  };
}

function toRef(spec: string): PushedRef {
  const [from = "", to] = spec.replace(/^\+/, "").split(":", 2);
  return { from, to: to ?? from, isForced: spec.startsWith("+"), isDeleted: from === "" && !!to };
}
