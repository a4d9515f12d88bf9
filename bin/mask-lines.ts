import { weighFile } from "../builtins/weighing/weigh-file.ts";
import type { Io } from "../kit/io.ts";
import { toMarker } from "../redactors/marker.ts";
import { findSecrets } from "../redactors/find-secrets.ts";
import { readSettings } from "../worktree/read-settings.ts";

/**
 * Lines of a file without the secrets in them, as many as before: a secret of several lines is cut out of each. They
 * are searched as one text, since the lines around a value tell its kind.
 */
export async function maskLines(io: Io, lines: readonly string[]): Promise<string[]> {
  const settings = await readSettings(io, io.cwd);
  const text = lines.join("\n");
  const weigh = () => weighFile(settings, "output");
  const { findings } = await findSecrets(text, { io, settings }, io.cwd, { weigh });
  let masked = "";
  let from = 0;
  for (const { kind, span } of findings.toSorted((one, other) => one.span[0] - other.span[0])) {
    const [start, end] = [Math.max(span[0], from), Math.max(span[1], from)];
    const ends = text.slice(start, end).replace(/[^\n]/g, "");
    masked += text.slice(from, start) + (start < end ? toMarker(settings.marker, kind) + ends : "");
    from = end;
  }
  return (masked + text.slice(from)).split("\n");
}
