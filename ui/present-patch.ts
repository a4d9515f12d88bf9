import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";
import { findCheckpoint } from "../shadow-repo/find-checkpoint.ts";
import { MAX_FILE_SIZE } from "../shadow-repo/open-shadow.ts";
import { placeOf } from "../shadow-repo/place.ts";
import { pathOf } from "../shadow-repo/restore.ts";
import { toText } from "../shadow-repo/git-path.ts";
import { patchReply } from "./file-content.ts";
import type { OpenJournal } from "./open-journal.ts";
import type { Reply } from "./reply.ts";

/** What a restore would do to one file, line by line: from the file as it is now to the state that is asked for. */
export async function presentPatch(io: Io, { root, shadow, history }: OpenJournal, id: string, after: boolean, path: string): Promise<Reply> {
  if (!shadow) throw new UserError("unknownCheckpoint", [id]);
  const from = findCheckpoint(history, id);
  const target = after || from.scope === "manual" ? (from.after ?? from.before) : from.before;
  const wanted = pathOf(placeOf(io, root), root, path);
  const { tree } = await shadow.engine.capture({ prefix: "", maxFileSize: MAX_FILE_SIZE });
  return patchReply(await shadow.engine.patch(tree, target, [toText(wanted)]));
}
