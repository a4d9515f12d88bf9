import { parseShell, type Command } from "../../shell/doors/script.ts";

/** A command of a script that any shell reads in the same way. */
export interface PlainCommand {
  readonly command: Command;
  /** The command reads the output of the command before it. */
  readonly isFed: boolean;
}

/** Characters of a script; nobody types a longer one. */
const LONGEST = 4000;
/** Texts in quotes in which nothing has a meaning. */
const QUOTED = /'[^'\n]*'|"[^"$`\\!\n]*"/g;
/**
 * Signs to which a shell gives another meaning: variables, substitutions, escapes, groups, patterns of files, comments,
 * here-documents, history; `^` and `%` in Windows' own shell.
 */
const MEANING = /[$`\\<(){}!#*?[\]^%'"]|[^\x20-\x7e\t\n]/;
/** Output to this file is lost. */
const NOWHERE = "/dev/null";

/**
 * The commands of a script that is only commands, with operators between them; `undefined` if a shell may read a part
 * of it in another way than snapveil does, or sends an output into a file.
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
