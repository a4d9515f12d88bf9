import { parseShell, type Command } from "../../shell/doors/script.ts";

/** A command that every shell parses in the same way. */
export interface PlainCommand {
  readonly command: Command;
  /** The command reads the output of the command before it. */
  readonly isFed: boolean;
}

/** The most characters of a script that may be approved; nobody types a longer one. */
const LONGEST = 4000;
/** Quoted texts without a character that is special between their quotes. */
const QUOTED = /'[^'\n]*'|"[^"$`\\!\n]*"/g;
/**
 * Characters that are special in a shell: variables, substitutions, escapes, groups, patterns of files, comments,
 * here-documents, history; `^` and `%` in cmd.exe.
 */
const MEANING = /[$`\\<(){}!#*?[\]^%'"]|[^\x20-\x7e\t\n]/;
/** Output to this file is discarded, so a redirection to it writes nothing. */
const NOWHERE = "/dev/null";

/**
 * The commands of a script that consists only of plain commands and operators. `undefined` if a shell may parse a part
 * of the script differently than snapveil, or if an output goes to a file.
 */
export function plainCommands(script: string): PlainCommand[] | undefined {
  if (script.length > LONGEST || MEANING.test(script.replace(QUOTED, "Q"))) return undefined;
  const commands = parseShell(script).flatMap((pipeline) =>
    pipeline.map((command, at): PlainCommand => ({ command, isFed: at > 0 })),
  );
  const isPlain = ({ command: { redirects, reads, fed } }: PlainCommand) =>
    redirects.every(({ file }) => file === NOWHERE) && reads.length === 0 && fed.length === 0;
  return commands.length > 0 && commands.every(isPlain) ? commands : undefined;
}
