import { openHistory } from "../../shadow-repo/open-shadow.ts";
import { shadowEnvironment } from "../../shadow-repo/git/shadow-git.ts";
import { listObjects } from "../git/list-objects.ts";
import type { Repository } from "../git/repository.ts";
import { streamObjects } from "../git/stream-objects.ts";
import type { Content } from "../source.ts";
import type { AuditPlace } from "./audit-place.ts";

/** Every file that a checkpoint of this worktree holds, before or after it, each content once. */
export async function* checkpoints({ io, rules }: AuditPlace): AsyncGenerator<Content> {
  const { place, shadow, history } = await openHistory(io, io.cwd);
  if (!shadow) return;
  const trees = [
    ...history.checkpoints,
    ...history.operations.map(({ before, end }) => ({ before, after: end?.after ?? before })),
  ].flatMap(({ before, after }) => [before, after]);
  const repository: Repository = { folder: place.worktree.root, env: shadowEnvironment(io, place) };
  // What retention let go in the meantime is passed over.
  const listed = await listObjects(repository, ["--ignore-missing", "--stdin"], `${[...new Set(trees)].join("\n")}\n`);
  const blobs = new Map(
    listed.filter(({ type, path }) => type === "blob" && !rules.isLeftOut(path)).map((one) => [one.id, one]),
  );
  for await (const [id, chunks] of streamObjects(repository, [...blobs.keys()])) {
    yield { source: { origin: "checkpoint", name: blobs.get(id)?.path ?? id, tracked: false, blob: id }, chunks };
  }
}
