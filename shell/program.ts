import type { RecipeFile } from "./recipes.ts";

/**
 * The output of a program, by its kind:
 *
 * | kind | prints |
 * |---|---|
 * | `show` | the content of its files or its input, perhaps in another order or encoding |
 * | `part` | a part of each line of its files or its input |
 * | `select` | a field of the JSON or YAML in its files or its input |
 * | `search` | the lines of its files or its input, or the names, that match a search |
 * | `echo` | its arguments |
 * | `derive` | a value computed from its arguments or its input: a checksum, a date, a part of a path |
 * | `look` | facts such as names and sizes, or nothing, but no file's content |
 * | `send` | the answer of a server to a request |
 * | `query` | the answer of a database |
 * | `code` | anything: it runs the code that it is given, as `node -e …` does |
 *
 * A program without a kind may do anything.
 */
export type ProgramKind =
  | "show"
  | "part"
  | "select"
  | "search"
  | "echo"
  | "derive"
  | "look"
  | "send"
  | "query"
  | "code";

/**
 * The meaning of an option's value: a file that the program reads (`input`) or sends (`upload`), the file for its
 * output (`output`) or its log (`log`), the folder for its files (`into`), the text that it searches (`pattern`), the
 * `method` or `body` of a request.
 */
export type Role = "input" | "output" | "log" | "into" | "pattern" | "method" | "body" | "upload" | "other";

/**
 * Which operands (words that are no options) name files: all, all after the first one or two, the first alone, or all
 * but the last (`sources`). With a pattern, the files are the first groups of its matches in all words, options
 * included.
 */
export type Named = "all" | 1 | 2 | "first" | "sources" | RegExp;

/**
 * A condition on a command's arguments: the pattern matches one of them, or the function returns true for all of them.
 */
export type Condition = RegExp | ((own: readonly string[]) => boolean);

/** Files that a command shows, sends or copies. */
export interface Reading {
  readonly files: readonly string[];
  /** Folders that the command searches. */
  readonly folders?: readonly string[];
  /** The name of the copy. If this, too, is the name of a file of secrets, the copy is no leak. */
  readonly unless?: string;
}

/**
 * Options whose value is the file for the output, in the form of `Program.options`; or a function that returns that
 * file.
 */
type Saves = string | ((own: readonly string[]) => readonly string[]);

/** The forms in which a program publishes a folder. */
export type Published = "package" | "extension" | "pub" | "sources" | "site" | "image" | "version" | "build";

/** The arguments with which a program destroys data that no checkpoint holds. */
interface Destroys {
  /** The kind of thing that is destroyed; absent: data or a service at a provider. */
  readonly what?:
    | "disk"
    | "system"
    | "volume"
    | "infrastructure"
    | "running service"
    | "container"
    | "container volume"
    | "bucket"
    | "jobs"
    | "power"
    | "protection"
    | "package"
    | "access";
  /** Matches the words that are neither options nor values of `Program.options`, joined by blanks. */
  readonly verb?: RegExp;
  /** Matches all arguments, joined by blanks. */
  readonly words?: RegExp;
  /**
   * Matches commands that destroy nothing that anybody needs; tested on the program's name and all arguments, joined by
   * blanks.
   */
  readonly harmless?: RegExp;
}

/**
 * A row of the table of programs: effects of a program, depending on its arguments. A name may stand in several rows,
 * each with other columns.
 */
export interface Program {
  /** The program's names without a folder, in lower case, separated by blanks. */
  readonly names: string;
  readonly kind?: ProgramKind;
  /**
   * Options that take a value, by the meaning of the value: `"uC --env"` holds letters of short options and whole long
   * options.
   */
  readonly options?: Partial<Readonly<Record<Role, string>>>;
  /**
   * With these arguments the program writes a file, runs another program or changes a setting, although its kind only
   * prints.
   */
  readonly acts?: Condition;
  /** Files whose content the program shows, sends or packs. For the kinds `show` and `part` the default is `all`. */
  readonly reads?: Named | ((own: readonly string[]) => Reading);
  /**
   * The program reads files only if one of its first arguments or operands matches `readsIf`, and none if any argument
   * matches `readsNot`. `readsIf` is written as `^…$` around whole words, because the gate of `block_destructive` takes
   * these words from it.
   */
  readonly readsIf?: RegExp;
  readonly readsNot?: RegExp;
  /**
   * The names of files that the program prints, as patterns: `{}` for unknown names in a folder. `undefined` if it prints
   * something else with these arguments.
   */
  readonly lists?: (own: readonly string[]) => readonly string[] | undefined;
  /** Files that the program overwrites. */
  readonly writes?: Named;
  readonly empties?: Named;
  readonly deletes?: Named;
  /** The file for the program's output, if no option with a usual name such as `-o` sets it. */
  readonly saves?: Saves;
  /** With these arguments the program deletes folders with their content. */
  readonly recursive?: Condition;
  /** With these arguments the program edits the files that its operands name in place. */
  readonly inPlace?: Condition;
  /** With these arguments the program overwrites no existing file. */
  readonly spares?: Condition;
  /**
   * A pattern for the arguments, joined by blanks, with which the program publishes the folder in which it runs, and
   * the form: a `package` (by `package.json`), all `sources` that git does not ignore, or an `image` of a container.
   * With `version` it commits a new version of the package; with `build` it makes an image, which another command may
   * push.
   */
  readonly publishes?: readonly [words: RegExp, form: Published];
  /** The program copies, moves or links the first operands to the last one. */
  readonly carries?: "copy" | "move" | "link";
  /** The program sends its files and its input to another machine or a service. */
  readonly sends?: true;
  /**
   * The program joins its input and output with a connection to another machine; with these arguments it joins these of
   * a program that it starts.
   */
  readonly connects?: Condition;
  /** The program asks servers of other machines about its operands, such as names of hosts. */
  readonly looksUp?: true;
  /** With these arguments the program deletes all files at the target that the source lacks. */
  readonly mirrors?: Condition;
  /** The program runs a command that its arguments hold. */
  readonly runs?: Runs;
  /** The program runs its command on another machine or in a container. */
  readonly elsewhere?: true;
  readonly isShell?: true;
  /** The program leaves existing files as they are, although none of the kinds that only print fits it. */
  readonly leavesFiles?: true;
  /** The program changes the working folder of later commands to its argument. */
  readonly moves?: true;
  /** Files whose owner or permissions the program changes. */
  readonly rights?: Named;
  /** The program runs a file, its input or its arguments as a script in the current shell. */
  readonly runsText?: true;
  /** The program assigns variables: `export NAME=value`. */
  readonly sets?: true;
  /** The program prints all variables if it gets no command. */
  readonly showsVariables?: true;
  /** With these arguments the program prints every variable, and nothing else. */
  readonly printsEnvironment?: Condition;
  /** The program types its arguments into a terminal, or gives another program a terminal. */
  readonly types?: true;
  /** The program ends other processes. */
  readonly ends?: true;
  /** The program runs tasks of a framework or a project by name: `rails db:migrate`, `npm run x`. */
  readonly tasks?: true;
  /** The program runs recipes by name from a file of this kind. */
  readonly recipes?: RecipeFile;
  /** Each operand of the program names recipes, and may be a pattern: `run-s "build:*" test`. */
  readonly runsEach?: true;
  /** With these arguments the program connects to this machine, unless an argument names another machine. */
  readonly atHome?: Condition;
  /** Arguments of the program may be code that runs other programs, although its kind is not `code`. */
  readonly wordsAreCode?: true;
  /** Each line of the program's input is a command to it; so is the part of an argument after `+`. */
  readonly readsCommands?: true;
  /** The first group of an argument that matches is a script that the program runs. */
  readonly runsWord?: RegExp;
  /** A line of the program's input that begins with a match is a script after that match. */
  readonly runsLine?: RegExp;
  /**
   * A pattern for the arguments, joined by blanks, with which the program prints a secret that it stores; and the name
   * of the secret for sentences.
   */
  readonly keeps?: readonly [words: RegExp, what: string];
  /**
   * The program prints a secret and nothing else if its arguments hold all words of one of these lists. Each word of a
   * list is a pattern of its own. One pattern for all arguments could take time proportional to the square of their
   * length, and a model chooses that length.
   */
  readonly bare?: readonly string[];
  /**
   * The program generates and prints a secret, and nothing else, if its arguments hold all words of one of these lists.
   */
  readonly makes?: readonly string[];
  /**
   * With these arguments the program prints its text in letters in which a search for secrets does not read the text
   * again: compressed, numbered, or with each letter replaced by another one.
   */
  readonly respells?: Condition;
  /** With these arguments the program encodes its text in a way that a search for secrets reads, once. */
  readonly encodes?: Condition;
  /** Options of the program select a field of its answer: `--query`, `-o jsonpath=…`. */
  readonly selects?: true;
  /**
   * With these arguments the program prints settings, logs or texts, so a search for a word in its output may print a
   * secret that follows the word.
   */
  readonly tells?: Condition;
  /** The program prints the one value whose name follows `get` or a similar verb. */
  readonly gets?: true;
  readonly destroys?: Destroys;
  /** With these arguments the program wipes or formats a disk that they name. */
  readonly wipes?: Condition;
}

/** The form in which a program takes the command that it runs. */
export interface Runs {
  /** Options that take the next word as their value, in the form of `Program.options`. */
  readonly values?: string;
  /** The number of operands before the command, such as a time, a host or a container. */
  readonly operands?: number;
  /** The rest of the arguments is a script, not a list of words. */
  readonly script?: true;
  /** Verbs before the command. Without one among the first words the program runs no command. */
  readonly verb?: RegExp;
  /** The command follows `--`, if there is one. */
  readonly dashes?: true;
  /** An option that a script follows. */
  readonly flag?: RegExp;
  /** Without the option `flag`, the arguments may be a command as separate words. */
  readonly orWords?: true;
  /** An option that the command's words follow. */
  readonly wordsBehind?: RegExp;
}
