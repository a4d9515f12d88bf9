import { atomicWrite, makeFolder } from "../../kit/files.ts";
import { inShell } from "../../kit/in-shell.ts";
import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import type { Place } from "../place.ts";
import { storeOf } from "./store.ts";
import type { ToldLoss } from "./told-loss.ts";

/**
 * The most losses of one kind that are reported one by one; more losses become one report that lists the first `SHOWN`
 * names.
 */
const FEW = 5;
const SHOWN = 3;

const PLURALS: Partial<Record<ToldLoss["kind"], string>> = {
  ref: "branches and tags",
  moved: "branches and tags that name other commits now",
  commit: "commits that git's reflog named",
  stash: "stashes",
  worktree: "worktrees",
};

/** Joins many losses of one kind into one. Its command runs a shell script in the store with the commands of all. */
export function groupLosses(io: Io, place: Place, id: string, losses: readonly ToldLoss[]): ToldLoss[] {
  const kinds = [...new Set(losses.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => {
    const own = losses.filter((loss) => loss.kind === kind);
    const plural = PLURALS[kind];
    return own.length <= FEW || plural === undefined ? own : [asOne(io, place, `${id}-${kind}`, own, plural)];
  });
}

function asOne(io: Io, { shadow }: Place, file: string, own: readonly ToldLoss[], plural: string): ToldLoss {
  const commands = own.flatMap(({ command }) => command ?? []);
  const folder = `${storeOf(shadow)}/back`;
  makeFolder(folder);
  atomicWrite(`${folder}/${file}`, `${commands.join("\n")}\n`, { pid: io.pid });
  const name = `${own
    .slice(0, SHOWN)
    .map((one) => printable(one.name.replace(/^refs\/(?:heads|tags)\//, "")))
    .join(", ")} and ${own.length - SHOWN} more`;
  const lost = own.length - commands.length;
  const gone = lost === 0 ? "" : ` (of ${lost} there is no copy)`;
  const command = `sh ${inShell(`${folder}/${file}`)}`;
  return {
    kind: own[0]!.kind,
    name,
    sentence: `Gone, ${own.length} ${plural}: ${name}${gone}. To get all back: ${command}`,
    ...(commands.length > 0 && { command }),
    isSilent: own.some(({ isSilent }) => isSilent),
  };
}
