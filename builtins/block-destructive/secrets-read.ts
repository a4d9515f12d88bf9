import { filesMarked, filesRead, handsOn, markOf, picksValues, sends } from "../../shell/doors/effects.ts";
import type { CallCommand, Command } from "../../shell/doors/script.ts";
import { columnOf, kindOf } from "../../shell/doors/programs.ts";
import { pathIn } from "../../shell/doors/values.ts";
import { isConnection } from "./connections.ts";
import { filesInCode } from "../secret-files/files-in-code.ts";
import { MAY_BE_SECRET } from "../secret-files/may-be-secret.ts";
import { printsNothing } from "../secret-files/only-names.ts";
import { secretsPrinted } from "../secret-files/secrets-printed.ts";

/** Commands of a shell that set the variables of a file. */
const LOADS = /^(?:source|\.|export|declare|eval)$/;

/** Begins the entry of a secret that a command prints, in the list of files. A word that is not known is `$()`. */
export const PRINTED = "printed:";

/** Begins the entry of a file that an earlier call made of secrets, in the list of files. */
export const COPIED = "copy:";

/** The part of a variable's name by which its value is a secret. */
export const SECRET_NAME = String.raw`\w*(?:PASS|SECRET|TOKEN|KEY|CREDENTIAL|PRIVATE)`;
const SETS_SECRET = new RegExp(String.raw`^\s*(?:export\s+)?${SECRET_NAME}\w*=[^$\x60]*$`, "i");

/** The files with secrets that commands of a call read, by their names, and the connections that commands open. */
export class SecretsRead {
  readonly #home: string | undefined;
  /** The files in the order in which they were read; a mark holds the index. */
  readonly files: string[] = [];
  readonly #marks = new WeakMap<readonly string[], string | undefined>();
  #last: { readonly words: readonly string[]; readonly isNamed: boolean } = { words: [], isNamed: false };
  /** A command has opened a connection for later commands. */
  isConnected = false;
  /** The file of secrets whose variables a command has set last, as it is in `files`; `undefined`: none. */
  loaded: string | undefined;

  constructor(home: string | undefined) {
    this.#home = home;
  }

  /** The marks of the files of secrets that a command reads and passes on; `undefined` if it reads none. */
  markOf(command: Pick<CallCommand, "words" | "reads" | "redirects"> & Partial<CallCommand>): string | undefined {
    const { words, reads } = command;
    if (reads.length > 0 || words[0] === "exec") this.#noteConnection(command);
    if (LOADS.test(words[0] ?? "")) this.#noteLoaded(command);
    const printed = this.#printed(words);
    if (printed !== undefined) return printed;
    const isNamed = this.#isNamed(words) || (reads.length > 0 && MAY_BE_SECRET.test(reads.join("\n")));
    if (!isNamed) return undefined;
    if (!this.#marks.has(words)) this.#marks.set(words, this.#read(command));
    return this.#marks.get(words);
  }

  /** Whether a word may name a file of secrets. The last answer is kept: each command is asked several times. */
  #isNamed(words: readonly string[]): boolean {
    if (this.#last.words !== words) this.#last = { words, isNamed: MAY_BE_SECRET.test(words.join("\n")) };
    return this.#last.isNamed;
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

  /** The mark of a file whose name promises secrets; `undefined` for another file. */
  markOfNamed(path: string): string | undefined {
    if (!MAY_BE_SECRET.test(path)) return undefined;
    this.files.push(path);
    return markOf({ file: this.files.length - 1, isPicked: false });
  }

  /** The mark of a secret that a command prints without a file: `gh auth token`. */
  #printed(words: readonly string[]): string | undefined {
    const [name = "", ...own] = words;
    if (columnOf(name, "keeps") === undefined) return undefined;
    if (secretsPrinted(name, own) === undefined) return undefined;
    this.files.push(`${PRINTED}$(${words.join(" ")})`);
    return markOf({ file: this.files.length - 1, isPicked: true });
  }

  /**
   * The marks of the files of secrets that a command names in any way. What such a command writes may hold these, also
   * where no row says so.
   */
  namedBy(
    { words, known }: Pick<CallCommand, "words"> & Partial<CallCommand>,
    fed: readonly string[],
  ): string | undefined {
    const [name = "", ...own] = words;
    if (!this.#isNamed(words) && !fed.some((text) => MAY_BE_SECRET.test(text))) return undefined;
    if (/^(?:look|echo)$/.test(kindOf(name) ?? "") || sends(name, own)) return undefined;
    const files = kindOf(name) === "code" ? filesInCode(name, own, fed) : own.filter((word) => !/\s/.test(word));
    const marks = files.flatMap((file) => {
      if (!MAY_BE_SECRET.test(file)) return [];
      this.files.push(known === undefined ? file : pathIn(known, file, this.#home));
      return markOf({ file: this.files.length - 1, isPicked: false });
    });
    return marks.length > 0 ? marks.join("") : undefined;
  }

  /** The mark of a file that an earlier call made of secrets. */
  markOfCopy(path: string): string {
    this.files.push(COPIED + path);
    return markOf({ file: this.files.length - 1, isPicked: false });
  }

  /** Notes the file whose variables a command sets: `. ./.env`, `export $(xargs < .env)`. */
  #noteLoaded({ words, known }: Pick<CallCommand, "words"> & Partial<CallCommand>): void {
    const [name = "", ...own] = words;
    const [marked] = filesMarked(own);
    if (marked) this.loaded = this.files[marked.file] ?? this.loaded;
    const named = /^(?:source|\.)$/.test(name) ? own.find((word) => MAY_BE_SECRET.test(word)) : undefined;
    if (named !== undefined) this.loaded = known === undefined ? named : pathIn(known, named, this.#home);
  }

  /**
   * The text of a file of secrets that a shell loads, without the lines that set a secret, so that a later command is
   * seen to send the variable and not some text.
   */
  static withoutSecrets(path: string, text: string): string {
    if (!MAY_BE_SECRET.test(path)) return text;
    return text
      .split("\n")
      .filter((line) => !SETS_SECRET.test(line))
      .join("\n");
  }

  #noteConnection({ redirects, reads }: Pick<Command, "redirects" | "reads">): void {
    this.isConnected ||= [...reads, ...redirects.map(({ file }) => file)].some(isConnection);
  }
}
