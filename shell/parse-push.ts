import { parseOptions } from "./parse-options.ts";
import { expandBraces } from "./expand-braces.ts";

/** A branch, a tag or a commit that is pushed: `+from:to`. */
export interface PushedRef {
  /** The pushed reference; "" if the push only deletes. */
  readonly from: string;
  readonly to: string;
  readonly isForced: boolean;
  readonly isDeleted: boolean;
}

/** The words behind `git push`. */
export interface PushWords {
  /** Branches of the remote that do not exist here are deleted there. */
  readonly prunes: boolean;
  /** Tags that lead to pushed commits go along. */
  readonly followsTags: boolean;
  /** The push sends nothing. */
  readonly isOff: boolean;
  readonly isForced: boolean;
  /** The push is forced only if the remote has the commits that were seen there last. */
  readonly hasLease: boolean;
  readonly deletes: boolean;
  readonly isMirror: boolean;
  readonly all: boolean;
  readonly hasTags: boolean;
  readonly remote?: string;
  readonly refs: readonly PushedRef[];
}

/** The remote, the refs and the options in the words behind `git push`. */
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
    // No name of a ref holds a comma in braces.
    refs: specs.flatMap(expandBraces).flatMap((spec) => (spec === "tag" ? [] : [toRef(spec)])),
  };
}

function toRef(spec: string): PushedRef {
  const [from = "", to] = spec.replace(/^\+/, "").split(":", 2);
  return { from, to: to ?? from, isForced: spec.startsWith("+"), isDeleted: from === "" && !!to };
}
