import { filesRead, handsOn, markOf, picksValues } from "../../shell/doors/effects.ts";
import type { CallCommand, Command } from "../../shell/doors/script.ts";
import { columnOf, kindOf } from "../../shell/doors/programs.ts";
import { pathIn } from "../../shell/doors/values.ts";
import { isConnection } from "./connections.ts";
import { MAY_BE_SECRET } from "../secret-files/may-be-secret.ts";
import { printsNothing } from "../secret-files/only-names.ts";

/** The files with secrets that commands of a call read, by their names, and the connections that commands open. */
export class SecretsRead {
  readonly #home: string | undefined;
  /** The files in the order in which they were read; a mark holds the index. */
  readonly files: string[] = [];
  readonly #marks = new WeakMap<readonly string[], string | undefined>();
  /** A command has opened a connection for later commands. */
  isConnected = false;

  constructor(home: string | undefined) {
    this.#home = home;
  }

  /** The marks of the files of secrets that a command reads and passes on; `undefined` if it reads none. */
  markOf(command: Pick<CallCommand, "words" | "reads" | "redirects"> & Partial<CallCommand>): string | undefined {
    const { words, reads } = command;
    if (reads.length > 0 || words[0] === "exec") this.#noteConnection(command);
    const isNamed = words.some((word) => MAY_BE_SECRET.test(word)) || reads.some((file) => MAY_BE_SECRET.test(file));
    if (!isNamed) return undefined;
    if (!this.#marks.has(words)) this.#marks.set(words, this.#read(command));
    return this.#marks.get(words);
  }

  #read({ words, reads, known }: Pick<CallCommand, "words" | "reads"> & Partial<CallCommand>): string | undefined {
    const [name = "", ...own] = words;
    // Code is judged by the rule that sends, and a shell that loads a file of variables prints nothing of it.
    const isSilent = printsNothing(name, own) || kindOf(name) === "code" || columnOf(name, "runsText");
    if (isSilent || !handsOn(name, own)) return undefined;
    const { files, folders = [] } = filesRead(name, own);
    const isPicked = picksValues(name, own);
    const marks = [...files, ...folders, ...reads].flatMap((file) => {
      if (!MAY_BE_SECRET.test(file)) return [];
      this.files.push(known === undefined ? file : pathIn(known, file, this.#home));
      return markOf({ file: this.files.length - 1, isPicked });
    });
    return marks.length > 0 ? marks.join("") : undefined;
  }

  #noteConnection({ redirects, reads }: Pick<Command, "redirects" | "reads">): void {
    this.isConnected ||= [...reads, ...redirects.map(({ file }) => file)].some(isConnection);
  }
}
