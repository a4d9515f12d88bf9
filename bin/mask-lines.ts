import { secretsInFile } from "../builtins/weighing/secrets-in-file.ts";
import type { Io } from "../kit/io.ts";
import { toMarker } from "../redactors/marker.ts";
import { readSettings } from "../worktree/read-settings.ts";

/**
 * Lines of a file without the secrets in them, as many as before: a secret of several lines is cut out of each. They
 * are searched as one text, since the lines around a value tell its kind.
 */
export async function maskLines(io: Io, lines: readonly string[]): Promise<string[]> {
  const settings = await readSettings(io, io.cwd);
  const text = lines.join("\n");
  let masked = "";
  let from = 0;
  for (const { start, end, kind } of await secretsInFile(text, { io, settings }, io.cwd)) {
    const ends = text.slice(start, end).replace(/[^\n]/g, "");
    masked += text.slice(from, start) + toMarker(settings.marker, kind) + ends;
    from = end;
  }
  return (masked + text.slice(from)).split("\n");
}
