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
 * Which of the words that are no options name files: all, those behind the first one or two, the first alone, or all
 * but the last (`sources`). A pattern: the first group of any word that is like it.
 */
export type Named = "all" | 1 | 2 | "first" | "sources" | RegExp;

/** One of a command's words is like this, or all of them say so. */
export type Told = RegExp | ((own: readonly string[]) => boolean);

/** Files that a command shows, sends or copies. */
export interface Reading {
  readonly files: readonly string[];
  /** Folders that are searched through. */
  readonly folders?: readonly string[];
  /** A copy under this name is no leak if it is the name of a file of secrets. */
  readonly unless?: string;
}

/** The options whose value is the file of the output, as in `Program.options`; or what gives that file. */
type Saves = string | ((own: readonly string[]) => readonly string[]);

/** The words with which a program destroys data that no checkpoint holds. */
interface Destroys {
  /** Absent: data or a service, at a provider. */
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
  /** Among the words that are no options and no values of `Program.options`. */
  readonly verb?: RegExp;
  /** Among all of them. */
  readonly words?: RegExp;
  /** With these nobody loses anything. */
  readonly harmless?: RegExp;
}

/**
 * A row of the table of programs: the effects of their words. A name may stand in several rows, each of which says
 * another thing of it.
 */
export interface Program {
  /** Without a folder, in small letters, with blanks between them. */
  readonly names: string;
  readonly kind?: ProgramKind;
  /** Options that take a value, by its meaning: `"uC --env"`, the letters of short ones and whole long ones. */
  readonly options?: Partial<Readonly<Record<Role, string>>>;
  /** So told it writes, runs another program or sets something, though its kind only prints. */
  readonly acts?: Told;
  /** Files whose content it shows, sends or packs; of a kind that shows its files, those are all. */
  readonly reads?: Named | ((own: readonly string[]) => Reading);
  /**
   * It reads files only if one of its first words, with or without options before them, is like this, and none if any
   * word is like `readsNot`. `^…$` stands around whole words: the gate of `block_destructive` takes them from here.
   */
  readonly readsIf?: RegExp;
  readonly readsNot?: RegExp;
  /** Files that it replaces, empties or deletes. */
  readonly writes?: Named;
  readonly empties?: Named;
  readonly deletes?: Named;
  /** The file of its output, where no option with a usual name says it. */
  readonly saves?: Saves;
  /** So told it deletes folders with all that is in them. */
  readonly recursive?: Told;
  /** So told it replaces none. */
  readonly spares?: Told;
  /** It takes the files that stand first to the place that stands last, or makes a link to them there. */
  readonly carries?: "copy" | "move" | "link";
  /** Its files and its input go to another machine or a service. */
  readonly sends?: true;
  /** So told it deletes every other file at that place. */
  readonly mirrors?: Told;
  /** It runs a command that it is given. */
  readonly runs?: Runs;
  /** Its command runs on another machine or in a container. */
  readonly elsewhere?: true;
  readonly isShell?: true;
  /** It leaves every file as it is that is there, though it is of no kind that only prints. */
  readonly leavesFiles?: true;
  /** Commands behind it run in the folder that it is given. */
  readonly moves?: true;
  /** Files whose owner or rights it changes. */
  readonly rights?: Named;
  /** It runs a file, its input or its words as a script, in the shell that it stands in. */
  readonly runsText?: true;
  /** It sets variables: `export NAME=value`. */
  readonly sets?: true;
  /** It prints all variables if it is given no command. */
  readonly showsVariables?: true;
  /** So told it prints every variable that it has, and nothing else. */
  readonly printsEnvironment?: Told;
  /** It types its words into a terminal, or gives a program one. */
  readonly types?: true;
  /** It ends other programs. */
  readonly ends?: true;
  /** It does the tasks of a framework or a project by their names: `rails db:migrate`, `npm run x`. */
  readonly tasks?: true;
  /** So told it speaks to this machine unless its words name another one. */
  readonly atHome?: Told;
  /** Its words may be code that runs others, though it is of another kind. */
  readonly wordsAreCode?: true;
  /** Each line of its input is a command to it, as is the rest of a word behind `+`. */
  readonly readsCommands?: true;
  /** The group of a word is a script that it runs. */
  readonly runsWord?: RegExp;
  /** Lines of its input that begin so are scripts behind that beginning. */
  readonly runsLine?: RegExp;
  /** The words with which it prints a secret that it keeps, and a name for the secret. */
  readonly keeps?: readonly [words: RegExp, what: string];
  /**
   * It prints a secret and nothing else if all words of one of these lists, each a pattern, are among its own. Not one
   * pattern over all words: those come from a model, and such patterns take the square of their length.
   */
  readonly bare?: readonly string[];
  /** The same of a secret that it makes. */
  readonly makes?: readonly string[];
  /** Its options select a field of its answer: `--query`, `-o jsonpath=…`. */
  readonly selects?: true;
  /** It prints settings, logs or texts, in which a searched word may stand before a secret. */
  readonly tells?: Told;
  /** It prints the one thing that it is asked for by its name, behind `get` or the like. */
  readonly gets?: true;
  readonly destroys?: Destroys;
  /** So told it wipes or formats the disk that it names. */
  readonly wipes?: Told;
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
