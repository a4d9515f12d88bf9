import type { Io } from "../../kit/io.ts";
import { nameFrom } from "../restore/across/join-results.ts";
import { placesOf } from "../restore/across/steps-across.ts";
import { findHome } from "../together.ts";
import { verify, type Verification } from "./verify.ts";

/** The result for one of several repositories. */
interface MemberVerification extends Verification {
  readonly worktree: string;
  /** The repository's name, as the home names it. */
  readonly name: string;
}

export interface VerificationAcross extends Verification {
  /** The result for each repository, if sessions recorded several together. */
  readonly repositories?: readonly MemberVerification[];
}

/**
 * Checks the folder's repository, and the repositories that sessions recorded together with it; sentences about another
 * repository begin with its name.
 */
export async function verifyAcross(io: Io, folder: string): Promise<VerificationAcross> {
  const home = findHome(io, folder);
  const places = placesOf(io, home);
  if (places.length < 2 && home.place) return verify(io, folder);
  const all: MemberVerification[] = [];
  for (const { worktree } of places) {
    const { root } = worktree;
    all.push({ worktree: root, name: nameFrom(home, root), ...(await verify(io, root)) });
  }
  const named = (name: string, sentence: string) => (name === "." ? sentence : `${name}: ${sentence}`);
  const hints = all.flatMap(({ name, hint }) => (hint === undefined ? [] : [named(name, hint)]));
  const aside = all.flatMap(({ set_aside: own = [] }) => own);
  return {
    ok: all.every(({ ok }) => ok),
    problems: all.flatMap(({ name, problems }) => problems.map((one) => named(name, one))),
    ...(hints.length > 0 && { hint: hints.join("\n") }),
    ...(aside.length > 0 && { set_aside: aside }),
    repositories: all,
  };
}
