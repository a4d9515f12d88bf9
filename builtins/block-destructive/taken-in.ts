import { dirname, join } from "node:path";

import { inShell } from "../../kit/in-shell.ts";
import { withImports } from "../../shell/doors/code.ts";

/** The most files of one script that are looked up, and the most characters of what these hold. */
const [MOST, MOST_TEXT] = [16, 64 * 1024] as const;
/** Matches a statement of a shell that starts or takes in a file, by the end of its path behind any variable. */
const STARTS =
  /(?:^|[;&|({]|\b(?:then|do|else|exec|sudo)\b)[ \t]*(?:(\.|source|(?:ba|z|da|k)?sh|node|python3?|ruby|perl|php|deno run|bun)[ \t]+)?["']?(?:\$[({]?[^\n;]*?[)}]?["']?\/)?((?:\.{0,2}\/)?[\w./@-]*\w\.\w{1,4})["']?(?=[\s;&|)]|$)/gm;

/** The surroundings of a committed script. */
interface Around {
  readonly path: string;
  /** The folder in which the call runs. */
  readonly cwd: string;
  readonly isCode: boolean;
  /** The text of a file that is not committed as it is; `undefined` for any other file. */
  textOf(path: string): string | undefined;
}

/**
 * The part of a committed script that takes in files which are not committed: for a shell, the statements that start
 * these; for code, the texts of the modules. `undefined` if there is none.
 */
export function takenInBy(text: string, around: Around): string | undefined {
  const parts = around.isCode ? modulesOf(text, around) : statementsOf(text, around);
  const whole = parts.join("\n");
  return parts.length === 0 || whole.length > MOST_TEXT ? undefined : whole;
}

function modulesOf(text: string, { path, cwd, textOf }: Around): readonly string[] {
  const parts: string[] = [];
  withImports(text, (name) => {
    const found = textOf(join(dirname(path), name)) ?? textOf(join(cwd, name));
    if (found !== undefined) parts.push(found);
    return found;
  });
  return parts;
}

function statementsOf(text: string, { path, cwd, textOf }: Around): readonly string[] {
  return [...text.matchAll(STARTS)].slice(0, MOST).flatMap(([, starter = "", name = ""]) => {
    const file = [join(cwd, name), join(dirname(path), name)].find((one) => textOf(one) !== undefined);
    return file === undefined ? [] : [`${starter} ${inShell(file)}`.trim()];
  });
}
