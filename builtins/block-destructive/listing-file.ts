import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { settingsFiles, settingsOfFile } from "../../worktree/doors/settings.ts";

/**
 * A sentence for the person about what lets a command pass that the list `deny` or `ask` of a settings file names.
 * These lists win over `allow`, so only a change of that file helps.
 * @param isMeant whether an entry of a list applies to one of the stopped commands
 */
export async function aboutListingFile(
  io: Io,
  cwd: string | undefined,
  isMeant: (entry: string) => boolean,
): Promise<string> {
  for (const source of await settingsFiles(io, cwd)) {
    const { destructive } = await settingsOfFile(source);
    for (const list of ["deny", "ask"] as const) {
      const entry = destructive[list].find(isMeant);
      if (entry !== undefined)
        return (
          `The list "${list}" of "destructive" in ${printable(source.file)} names ` +
          `${JSON.stringify(printable(entry))}: ` +
          "only a change of that file lets it pass."
        );
    }
  }
  return 'What the lists "deny" and "ask" of that setting name, only they let pass.';
}
