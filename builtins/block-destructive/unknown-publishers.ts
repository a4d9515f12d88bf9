import type { CallEvent } from "../../agents/codec/hook-event.ts";
import type { Call } from "../call.ts";
import { safeGit } from "../safe-git.ts";
import { isOwnersOf, publishersOf } from "./installers.ts";

/** The most milliseconds that git may search, and the most publishers that are looked for. */
const [PATIENCE, MOST] = [2000, 8] as const;

/**
 * The publishers of downloaded code that no file of the last commit names, and that do not own the remote `origin`;
 * `undefined` if there is no address, or if git cannot be asked, so that the download counts as unknown.
 */
export function unknownPublishers(
  addresses: readonly string[],
  { cwd }: CallEvent,
  { io }: Call,
): readonly string[] | undefined {
  if (addresses.length === 0) return undefined;
  const publishers = publishersOf(addresses).slice(0, MOST);
  if (publishers.length === 0 || cwd === undefined) return publishers;
  const git = safeGit(io, cwd, { needsWorktree: true, patience: PATIENCE });
  const origin = String(git?.run(["config", "--get", "remote.origin.url"]).stdout ?? "").trim();
  const isNamed = (publisher: string) =>
    isOwnersOf(publisher, origin) ||
    git?.run(["grep", "--quiet", "--fixed-strings", "--ignore-case", "--no-textconv", "-e", publisher, "HEAD"])
      .status === 0;
  return publishers.filter((publisher) => !isNamed(publisher));
}
