import { atomicWrite } from "../../kit/files.ts";
import { inShell } from "../../kit/in-shell.ts";
import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import type { Place } from "../place.ts";
import { refIn } from "../source/head.ts";
import { commitIn, type GitState } from "./git-state.ts";
import { readLastNote, storeOf } from "./store.ts";
import type { ToldLoss } from "./told-loss.ts";

/**
 * The command that makes a deleted repository anew, with its former settings, branches and tags, and the sentence that
 * shows the command.
 */
export function aboutRepository(
  io: Io,
  place: Place,
  base: GitState & { readonly id: string },
): Omit<Required<ToldLoss>, "kind"> {
  const store = inShell(storeOf(place.shadow));
  const { root } = place.worktree;
  const [own] = base.checkouts;
  const name = base.commonDir;
  const sentence = `The repository ${printable(name)} is gone, with its commits, branches and settings.`;
  const isSha256 = Object.values(base.refs).some((id) => id.length > 40);
  const ref = own && refIn(own.head);
  const [commit] = own ? commitIn(own.head) : [];
  const refs = Object.entries(base.refs);
  if (refs.length > 0) {
    const lines = refs.map(([full, id]) => `${id} refs/at/${base.id}${full.slice("refs".length)}\n`).toSorted();
    const byName = lines.toSorted((one, other) => (one.split(" ")[1]! < other.split(" ")[1]! ? -1 : 1));
    atomicWrite(`${storeOf(place.shadow)}/packed-refs`, `# pack-refs with: sorted \n${byName.join("")}`, {
      pid: io.pid,
    });
  }
  const head =
    ref === undefined ? `git update-ref --no-deref HEAD ${commit ?? ""}` : `git symbolic-ref HEAD ${inShell(ref)}`;
  const parts = [
    `cd ${inShell(root)}`,
    `git init -q${isSha256 ? " --object-format=sha256" : ""}`,
    `cp ${store}/source-config .git/config`,
    // Fetch from the remotes, since the store has no copy of the commits of their branches.
    ...((readLastNote(place.shadow)?.remote ?? []).length > 0 ? ["git fetch -q --all"] : []),
    ...(refs.length > 0 ? [`git fetch -q --no-prune --update-head-ok ${store} 'refs/at/${base.id}/*:refs/*'`] : []),
    head,
    ...(commit === undefined ? [] : ["git reset -q"]),
  ];
  return { name, sentence, command: parts.join(" && "), isSilent: true };
}
