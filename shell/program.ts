import type { RecipeFile } from "./recipes.ts";

/**
 * The output of a program:
 *
 * | kind | prints |
 * |---|---|
 * | `show` | its files, or else its input, as they are, in another order or in another encoding |
 * | `part` | a part of each of their lines |
 * | `select` | a field of their JSON or YAML |
 * | `search` | those of their lines, or those names, in which it finds something |
 * | `echo` | its words |
 * | `derive` | something made of its words or its input: a sum, a date, a part of a path |
 * | `look` | facts about a place, or nothing: none of its words and no file's content |
 * | `send` | the answer of a server to a request |
 * | `query` | the answer of a database |
 * | `code` | anything, as the code says that it is given: `node -e …` |
 *
 * Without a kind it may do anything.
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
 * The meaning of an option's value: a file that the program reads (`input`) or sends (`upload`), the file of its output
 * (`output`) or of its records (`log`), the folder that its files go `into`, a searched text (`pattern`), the `method`
 * of a request and its `body`.
 */
export type Role = "input" | "output" | "log" | "into" | "pattern" | "method" | "body" | "upload" | "other";

/**
 * The words that name files among those that are no options: all, those behind the first one or two, the first alone,
 * or all but the last (`sources`). A pattern: the first group of any word that fits it.
 */
export type Named = "all" | 1 | 2 | "first" | "sources" | RegExp;

/** A condition on a command's words: one word fits the pattern, or the function says so of all words. */
export type Condition = RegExp | ((own: readonly string[]) => boolean);

/** Files that a command shows, sends or copies. */
export interface Reading {
  readonly files: readonly string[];
  /** Folders that are searched through. */
  readonly folders?: readonly string[];
  /** A copy under this name is no leak if it is the name of a file of secrets. */
  readonly unless?: string;
}

/** The options whose value is the file of the output, as in `Program.options`; or a function that gives that file. */
type Saves = string | ((own: readonly string[]) => readonly string[]);

/** The words with which a program destroys data that no checkpoint holds. */
interface Destroys {
  /** The kind of the destroyed data; absent: data or a service, at a provider. */
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
  /** A pattern for the words that are neither options nor values of `Program.options`, with a blank between them. */
  readonly verb?: RegExp;
  /** A pattern for all words of the command, with a blank between them. */
  readonly words?: RegExp;
  /** A pattern for commands with which nobody loses anything, with the program's name. */
  readonly harmless?: RegExp;
}

/**
 * A row of the table of programs: the effects of a program by its words. A name may stand in several rows, each of
 * which says something else about it.
 */
export interface Program {
  /** The program's names without a folder, in small letters, with blanks between them. */
  readonly names: string;
  readonly kind?: ProgramKind;
  /** Options that take a value, by the value's meaning: `"uC --env"`, the letters of short ones and whole long ones. */
  readonly options?: Partial<Readonly<Record<Role, string>>>;
  /** With these words the program writes, runs another program or sets something, though its kind only prints. */
  readonly acts?: Condition;
  /**
   * Files whose content the program shows, sends or packs. For a kind that shows files, they are all the files that it
   * shows.
   */
  readonly reads?: Named | ((own: readonly string[]) => Reading);
  /**
   * The program reads files only if one of its first words, with or without options before them, fits this pattern, and
   * none if any word fits `readsNot`. `^…$` stands around whole words: the gate of `block_destructive` takes them from
   * here.
   */
  readonly readsIf?: RegExp;
  readonly readsNot?: RegExp;
  /** Files that the program replaces, empties or deletes. */
  readonly writes?: Named;
  readonly empties?: Named;
  readonly deletes?: Named;
  /** The file of the program's output, if no option with a usual name says it. */
  readonly saves?: Saves;
  /** With these words the program deletes folders and everything in them. */
  readonly recursive?: Condition;
  /** With these words the program replaces no file. */
  readonly spares?: Condition;
  /** The program takes the files that stand first to the place that stands last, or makes a link to them there. */
  readonly carries?: "copy" | "move" | "link";
  /** The program's files and its input go to another machine or a service. */
  readonly sends?: true;
  /** With these words the program deletes every other file at the target. */
  readonly mirrors?: Condition;
  /** The program runs a command that its words hold. */
  readonly runs?: Runs;
  /** The program's command runs on another machine or in a container. */
  readonly elsewhere?: true;
  readonly isShell?: true;
  /** The program leaves existing files as they are, though it is of no kind that only prints. */
  readonly leavesFiles?: true;
  /** Commands behind the program run in the folder that it is given. */
  readonly moves?: true;
  /** Files whose owner or rights the program changes. */
  readonly rights?: Named;
  /** The program runs a file, its input or its words as a script, in the current shell. */
  readonly runsText?: true;
  /** The program sets variables: `export NAME=value`. */
  readonly sets?: true;
  /** The program prints all variables if it is given no command. */
  readonly showsVariables?: true;
  /** With these words the program prints every variable, and nothing else. */
  readonly printsEnvironment?: Condition;
  /** The program types its words into a terminal, or gives another program a terminal. */
  readonly types?: true;
  /** The program ends other programs. */
  readonly ends?: true;
  /** The program does the tasks of a framework or a project by their names: `rails db:migrate`, `npm run x`. */
  readonly tasks?: true;
  /** The program runs recipes by their names out of such a file. */
  readonly recipes?: RecipeFile;
  /** With these words the program speaks to this machine unless its words name another one. */
  readonly atHome?: Condition;
  /** The program's words may be code that runs other programs, though it is of another kind. */
  readonly wordsAreCode?: true;
  /** Each line of the program's input is a command to it, as is the rest of a word behind `+`. */
  readonly readsCommands?: true;
  /** The group of a word that fits is a script that the program runs. */
  readonly runsWord?: RegExp;
  /** Lines of the program's input that begin so hold a script behind that beginning. */
  readonly runsLine?: RegExp;
  /** The words with which the program prints a secret that it keeps, and a name for the secret. */
  readonly keeps?: readonly [words: RegExp, what: string];
  /**
   * The program prints a secret and nothing else if its words hold all words of one of these lists, each a pattern. Not
   * one pattern over all words: a model writes them, and such patterns take the square of their length.
   */
  readonly bare?: readonly string[];
  /** The program prints a secret that it makes, and nothing else, if its words hold all words of one of these lists. */
  readonly makes?: readonly string[];
  /** The program's options select a field of its answer: `--query`, `-o jsonpath=…`. */
  readonly selects?: true;
  /** With these words the program prints settings, logs or texts: a searched word may stand before a secret there. */
  readonly tells?: Condition;
  /** The program prints the one thing whose name stands behind `get` or the like. */
  readonly gets?: true;
  readonly destroys?: Destroys;
  /** With these words the program wipes or formats a disk that it names. */
  readonly wipes?: Condition;
}

/** The way in which a program is given the command that it runs. */
export interface Runs {
  /** Options that take the next word for their value, as in `Program.options`. */
  readonly values?: string;
  /** Words before the command that are no options: a time, a host, a container. */
  readonly operands?: number;
  /** The rest is a script, not a list of words. */
  readonly script?: true;
  /** Verbs behind which the command's own words come; without one among the first words no command is run. */
  readonly verb?: RegExp;
  /** The command stands behind `--`, if there is one. */
  readonly dashes?: true;
  /** An option behind which a script stands. */
  readonly flag?: RegExp;
  /** The command may stand in words of its own as well, without that option. */
  readonly orWords?: true;
  /** An option behind which the command's own words stand. */
  readonly wordsBehind?: RegExp;
}
