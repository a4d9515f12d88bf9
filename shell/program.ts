/**
 * What a program prints:
 *
 * | kind | prints |
 * |---|---|
 * | `show` | its files, or else its input, as they are, in another order or in another encoding |
 * | `part` | a part of each of their lines |
 * | `select` | a field of their JSON or YAML |
 * | `search` | those of their lines, or those names, in which it finds something |
 * | `echo` | its words |
 * | `derive` | what it makes of its words or its input: a sum, a date, a part of a path |
 * | `look` | what it sees at a place, or nothing: none of its words and no file's content |
 * | `send` | what a server answers to a request |
 * | `query` | what a database answers |
 * | `code` | whatever the program says that it is given: `node -e …` |
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
 * What the value of an option is: a file that the program reads (`input`) or sends (`upload`), one for what it prints
 * (`output`) or for what it keeps beside that (`log`), the folder that its files go `into`, what it looks for
 * (`pattern`), the `method` of a request and its `body`.
 */
export type Role = "input" | "output" | "log" | "into" | "pattern" | "method" | "body" | "upload" | "other";

/**
 * Which of the words that are no options name files: all, those behind the first one or two, the first alone, or all but
 * the last (`sources`). A pattern: the first group of any word that is like it.
 */
export type Named = "all" | 1 | 2 | "first" | "sources" | RegExp;

/** One of a command's words is like this, or all of them say so. */
export type Told = RegExp | ((own: readonly string[]) => boolean);

/** What a command shows, sends or copies. */
export interface Reading {
  readonly files: readonly string[];
  /** Folders that are searched through. */
  readonly folders?: readonly string[];
  /** Nothing is told if this is a file of secrets, too: a copy of one under such a name. */
  readonly unless?: string;
}

/** What deletes at a service, among the words of its client. */
interface Destroys {
  /** Among those without options. */
  readonly verb?: RegExp;
  /** Among all of them. */
  readonly words?: RegExp;
  /** With these nobody loses anything. */
  readonly harmless?: RegExp;
}

/**
 * A row of the table of programs: what they do with their words. A name may stand in several rows, each of which says
 * another thing of it.
 */
export interface Program {
  /** Without a folder, in small letters, with blanks between them. */
  readonly names: string;
  readonly kind?: ProgramKind;
  /** Options that take a value, by what it is: `"uC --env"`, the letters of short ones and whole long ones. */
  readonly options?: Partial<Readonly<Record<Role, string>>>;
  /** So told it writes, runs another program or sets something, whatever its kind. */
  readonly acts?: Told;
  /** Files whose content it shows, sends or packs; of a kind that shows its files, those are all. */
  readonly reads?: Named | ((own: readonly string[]) => Reading);
  /** It reads only if one of its first words is like this, and none if any is like that. */
  readonly readsIf?: RegExp;
  readonly readsNot?: RegExp;
  /** Files that it replaces, empties or deletes. */
  readonly writes?: Named;
  readonly empties?: Named;
  readonly deletes?: Named;
  /** So told it deletes folders with all that is in them. */
  readonly recursive?: Told;
  /** So told it replaces none. */
  readonly spares?: Told;
  /** It takes the files that stand first to the place that stands last, or makes a link to them there. */
  readonly carries?: "copy" | "move" | "link";
  /** What it reads or carries, or is fed, goes to another machine or a service. */
  readonly sends?: true;
  /** So told it deletes whatever stands at that place and is none of them. */
  readonly mirrors?: Told;
  /** It runs a command that it is given. */
  readonly runs?: Runs;
  /** What it runs does so on another machine or in a container. */
  readonly elsewhere?: true;
  readonly isShell?: true;
  /** It leaves every file as it is that is there, though it is of no kind that only prints. */
  readonly leavesFiles?: true;
  /** The group of a word is a script that it runs. */
  readonly runsWord?: RegExp;
  /** Lines of what it is fed that begin so are scripts behind that beginning. */
  readonly runsLine?: RegExp;
  /** With these words it prints a secret that it keeps, and what that is. */
  readonly keeps?: readonly [words: RegExp, what: string];
  /**
   * It prints a secret and nothing else where all words of one of these lists, each a pattern, are among its own. Not one
   * pattern over all words: those come from a model, and such patterns take the square of their length.
   */
  readonly bare?: readonly string[];
  /** It prints the one thing that it is asked for by its name, behind `get` or the like. */
  readonly gets?: true;
  readonly destroys?: Destroys;
}

/** How a program is given the command that it runs. */
export interface Runs {
  /** Options that take the next word for their value, as in `Program.options`. */
  readonly values?: string;
  /** Words before the command that are no options: a time, a host, a container. */
  readonly operands?: number;
  /** The rest is a script, not a list of words. */
  readonly script?: true;
  /** Only with one of these among the first words, behind which the command's own words come. */
  readonly verb?: RegExp;
  /** The command stands behind `--`, if there is one. */
  readonly dashes?: true;
  /** Behind this option stands a script. */
  readonly flag?: RegExp;
  /** The command may stand in words of its own as well, without that option. */
  readonly orWords?: true;
  /** Behind this option stand the command's own words. */
  readonly wordsBehind?: RegExp;
}
