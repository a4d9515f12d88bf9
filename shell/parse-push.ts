import { parseOptions } from "./parse-options.ts";

/** A branch, a tag or a commit that is pushed: `+from:to`. */
export interface PushedRef {
  /** "" if it only deletes. */
  readonly from: string;
  readonly to: string;
  readonly isForced: boolean;
  readonly isDeleted: boolean;
}

/** The words behind `git push`. */
export interface PushWords {
  /** Long options. */
  readonly names: ReadonlySet<string>;
  /** Nothing is sent. */
  readonly isOff: boolean;
  readonly isForced: boolean;
  /** Forced as long as the remote has what was seen there last. */
  readonly hasLease: boolean;
  readonly deletes: boolean;
  readonly isMirror: boolean;
  readonly all: boolean;
  readonly hasTags: boolean;
  readonly remote?: string;
  readonly refs: readonly PushedRef[];
}

export function parsePush(own: readonly string[]): PushWords {
  const { letters, names, operands } = parseOptions(own, "o --push-option --receive-pack --exec --repo");
  const [remote, ...specs] = operands;
  const has = (letter: string, name: string) => letters.has(letter) || names.has(name);
  return {
    names,
    isOff: has("n", "dry-run"),
    isForced: has("f", "force"),
    hasLease: names.has("force-with-lease"),
    deletes: has("d", "delete"),
    isMirror: names.has("mirror"),
    all: names.has("all") || names.has("branches"),
    hasTags: names.has("tags"),
    ...(remote !== undefined && { remote }),
    refs: specs.flatMap((spec) => (spec === "tag" ? [] : [toRef(spec)])),
  };
}

function toRef(spec: string): PushedRef {
  const [from = "", to] = spec.replace(/^\+/, "").split(":", 2);
  return { from, to: to ?? from, isForced: spec.startsWith("+"), isDeleted: from === "" && !!to };
}
