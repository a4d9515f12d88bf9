import { join } from "node:path";

import { defined } from "../../kit/defined.ts";
import type { Io } from "../../kit/io.ts";
import { safeGit } from "../safe-git.ts";
import { broughtChange, type Change } from "./change.ts";
import type { Publication } from "./git-use.ts";
import { filesByPubignore, filesOfExtension } from "./published-extension.ts";
import { filesOfImage } from "./published-image.ts";
import { filesOfPackage } from "./published-package.ts";
import { walkedFiles } from "./walked-files.ts";

/** The most milliseconds that git may take to list the files. */
const PATIENCE = 20_000;

/**
 * The files that a command publishes. A publication holds whole files, so their earlier versions do not count.
 * @throws TooSlow if there are more than can be searched
 */
export function collectPublished(io: Io, publication: Publication): Change[] {
  const from = publication.image?.context ?? publication.folder;
  return filesOf(io, publication).map((file) => broughtChange({ from: join(from, file) }, from, join(from, file)));
}

function filesOf(io: Io, { form, folder, image, top }: Publication): readonly string[] {
  if (form === "image") return filesOfImage(image!);
  if (form === "package") return filesOfPackage({ folder, ...defined({ top }) });
  if (form === "extension") return filesOfExtension(folder);
  if (form === "site") return walkedFiles(folder);
  return (form === "pub" ? filesByPubignore(folder) : undefined) ?? knownFiles(io, folder) ?? walkedFiles(folder);
}

/** The files below a folder that git does not ignore; `undefined` if git cannot be asked. */
function knownFiles(io: Io, folder: string): readonly string[] | undefined {
  const git = safeGit(io, folder, { needsWorktree: true, patience: PATIENCE });
  const listed = git?.run(["-C", folder, "ls-files", "-z", "-c", "-o", "--exclude-standard", "--", "."]);
  return listed?.status === 0 ? listed.stdout.toString("utf8").split("\0").slice(0, -1) : undefined;
}
