import { homeOf, type Io } from "../kit/io.ts";
import { Budget, CODE_COST } from "./budget.ts";
import { Folders, pathIn } from "./folders.ts";
import { foundBy } from "./found-by.ts";
import type { Follower } from "./follower.ts";
import { followScript } from "./follow-script.ts";
import { GitAliases } from "./git-aliases.ts";
import { filesRead } from "./effects.ts";
import { isReadAsWords, PRINTS_OTHERWISE, type InPipeline } from "./in-pipeline.ts";
import { InputWords } from "./input-words.ts";
import { marksIn } from "./marks.ts";
import { operandsOf, valuesOf } from "./parse-options.ts";
import { withImports } from "./imported-code.ts";
import type { Command, Pipeline } from "./parse-shell.ts";
import { printed } from "./printed.ts";
import { kindOf, columnOf, printsByAllRows } from "./programs.ts";
import { startedFiles } from "./script-files.ts";
import type { StartedFile } from "./started-file.ts";
import { isInSameShell, targetOf } from "./scripts-of-command.ts";
import { scriptsOfFile } from "./scripts-of-file.ts";
import { codeScripts, scriptsInside } from "./scripts-inside.ts";
import { ShellVariables } from "./shell-variables.ts";
import { commandAt, type CallCommand, type Start, type Visitor } from "./visitor.ts";
import { WrittenFiles } from "./written-files.ts";

/** The known surroundings of a script before it begins. */
interface Around {
  readonly env: Io["env"];
  /** The top folder of the worktree. */
  readonly root?: string;
  /** The budget that all scripts of a call share; absent: the script gets its own. */
  readonly budget?: Budget;
}

/**
 * Calls the visitor for each command that a script would run. @param start the folder in which it begins; `undefined`
 * if unknown
 */
export function followAt(script: string, start: string | undefined, around: Around, visitor: Visitor): void {
  new Walk(start, around, visitor).follow(script);
}

/** The most times that a file is followed inside itself. */
const DEEPEST = 3;

const RUNS_TEXT = /\b(?:eval|source|\w{0,4}sh)\b|(?:^|[\s;&|(])(?:\.\s|\$\(|`)/;

/** Matches code that may import a module. */
const IMPORTS = /\b(?:import|require\w*|load|include\w*|exec|do)\b/;

class Walk {
  readonly #visitor: Visitor;
  readonly #variables: ShellVariables;
  readonly #folders: Folders;
  readonly #root: string | undefined;
  readonly #home: string | undefined;
  readonly #aliases: GitAliases;
  readonly #written: WrittenFiles;
  readonly #inputWords: InputWords;
  #next: Start | undefined;
  /** Whether the script may run a word as a script, as `eval` does. A file whose text becomes that word is started. */
  #runsText = false;
  readonly #variable = (name: string) => this.#variables.get(name);
  /** The paths of the files that are being followed. */
  readonly #started: string[] = [];

  constructor(start: string | undefined, { env, root, budget = new Budget() }: Around, visitor: Visitor) {
    this.#visitor = visitor;
    this.#root = root;
    this.#aliases = new GitAliases(visitor.alias);
    this.#variables = new ShellVariables({ env: { ...env, IFS: " " }, budget });
    this.#home = homeOf(env);
    this.#written = new WrittenFiles(this.#home);
    this.#folders = new Folders(start, this.#home, this.#variables);
    this.#inputWords = new InputWords(this.#variables.budget, {
      names: (find) => this.#namesOf(find),
      pathOf: (word) => pathIn(this.#folders.likely, word, this.#home),
    });
  }

  follow(script: string): void {
    this.#runsText ||= RUNS_TEXT.test(script);
    const follower: Follower = {
      command: (command, fed, pipeline, place, isTaken) =>
        this.#command(command, fed, { pipeline, place, isInWord: isTaken === true }),
      scripts: (command, scripts, pipeline, place) => {
        this.#folders.open(command);
        this.#inputWords.noteFound(command);
        // A shell without a script in its arguments runs its input as a script or, with `xargs`, the script files that
        // its input names.
        const words = command.readsWords
          ? this.#inputWords.filled(command, scripts, pipeline[place - 1])
          : command.words;
        if (command.script === undefined) this.#followFiles({ ...command, words }, [], () => pipeline.slice(0, place));
        const start = this.#visitor.opens?.(command, scripts, pipeline, this.#folders.known);
        this.#next = start ?? undefined;
      },
      textOf: (file, command) => this.#textOf(file, command, "shows"),
      output: (texts, target) => this.#written.note(texts, target, this.#folders.known),
      inner: (does, isHere) => (does === "begin" ? this.#enter(isHere) : this.#leave(isHere)),
    };
    this.#variables.budget.inside(() => followScript(script, this.#variables, follower));
  }

  /** @param isHere the script that begins runs in the shell of the present one, so that its `cd` stays in effect */
  #enter(isHere: boolean): void {
    if (!isHere) this.#folders.enter();
    if (this.#next) this.#folders.startAt(this.#next.folder);
    this.#next = undefined;
    this.#visitor.inner?.("begin");
  }

  #leave(isHere: boolean): void {
    if (!isHere) this.#folders.leave();
    this.#visitor.inner?.("end");
  }

  #namesOf(find: readonly string[]): readonly string[] {
    return this.#visitor.found?.(find) ?? foundBy(find);
  }

  /** Notes the lists that `find -fprint FILE` writes. */
  #noteFound(own: readonly string[]): void {
    for (const file of valuesOf(own, "-fprint -fprint0"))
      this.#written.note(this.#namesOf(own), { file, appends: false }, this.#folders.known);
  }

  /** @returns the command's output */
  #command(given: Command, fed: readonly string[], at: InPipeline): readonly string[] {
    // `env -C FOLDER COMMAND` changes the folder for this command.
    const to =
      given.taken.length > 0 && given.all.includes("env") ? valuesOf(given.taken, "C --chdir").at(-1) : undefined;
    if (to === undefined) return this.#commandHere(given, fed, at);
    this.#folders.enter();
    this.#folders.change(["cd", to]);
    const prints = this.#commandHere(given, fed, at);
    this.#folders.leave();
    return prints;
  }

  #commandHere(given: Command, fed: readonly string[], { pipeline, place, isInWord }: InPipeline): readonly string[] {
    this.#folders.open(given);
    if (/^[$`]/.test(given.words[0] ?? "")) this.#visitor.unnamed?.();
    const before = pipeline[place - 1];
    const words = this.#inputWords.filled(given, fed, before);
    const command = words === given.words ? given : { ...given, words };
    const input = given.readsWords ? [] : fed;
    const { known, likely: folder } = this.#folders;
    const isTaken = isInWord || pipeline.at(-1) !== given || targetOf(given) !== undefined;
    const at = { folder, known, input, isTaken, isInWord, pipeline, variable: this.#variable };
    const seen = commandAt(given, words, at);
    const added = this.#visitor.adds?.(seen);
    const prints = this.#visitor.command(seen);
    this.#written.noteCopies(command, known);
    if (words[0] === "find") this.#noteFound(words.slice(1));
    // Most commands of a long script only print, so they change no folder, set no alias and hold no scripts.
    if (!printsByAllRows(words[0] ?? "")) {
      this.#folders.change(words);
      this.#aliases.note(words);
      this.#followWords(command, fed, folder);
    }
    this.#followFiles(command, fed, () => pipeline.slice(0, place));
    const output = prints ?? this.#printedBy(seen, input, { pipeline, place, isInWord });
    return added === undefined ? output : [...output, added];
  }

  /** The output of a command, as it follows from its words and its input. */
  #printedBy(command: CallCommand, fed: readonly string[], at: InPipeline): readonly string[] {
    const { words, known: folder } = command;
    const does = at.isInWord && this.#runsText ? "starts" : "shows";
    const shown = at.isInWord || isReadAsWords(words[0] ?? "", at) ? this.#textsShown(command, does) : [];
    if (shown.length > 0 && !PRINTS_OTHERWISE.test(words[0] ?? "")) return shown;
    // The name of a file stands among the texts of the input, as long as the file's text is not known.
    const input = shown.length > 0 ? [...fed.filter((text) => !command.reads.includes(text)), ...shown] : fed;
    const [name, own] = [words[0] ?? "", words.slice(1)];
    if (name === "find") return this.#namesOf(own);
    const reader = at.pipeline[at.place + 1]?.words;
    return printed(name, own, input, { folder, root: this.#root, ...(reader && { reader }) });
  }

  /** Follows scripts in a command's arguments: a git alias, code, commands of an editor. */
  #followWords(command: Command, fed: readonly string[], folder: string): void {
    const { words, assigned } = command;
    const [name, own] = [words[0] ?? "", words.slice(1)];
    if (kindOf(name) === "code" || columnOf(name, "wordsAreCode"))
      for (const code of [...own, ...fed]) this.#variables.budget.spend(CODE_COST * code.length);
    const aliased = this.#aliases.scriptsOf(words, folder);
    const inside = scriptsInside(name, own, fed, {
      variable: this.#environmentOf(assigned),
      textOf: (file) => this.#textOf(file, command, "includes"),
    });
    for (const script of aliased) this.follow(script);
    for (const script of inside) this.follow(script);
    if (kindOf(name) === "code") this.#followImports(command, fed);
  }

  /** Follows the modules of the project that code in a command's arguments or input imports. */
  #followImports(command: Command, fed: readonly string[]): void {
    const [name = "", ...own] = command.words;
    for (const code of [...own, ...fed]) {
      if (!IMPORTS.test(code)) continue;
      const whole = withImports(code, (file) => this.#textOf(file, command, "includes"));
      if (whole === code) continue;
      this.#show(command, [name, "-c", whole], []);
      const context = { variable: this.#environmentOf(command.assigned), given: own };
      for (const script of codeScripts(whole, context)) this.follow(script);
    }
  }

  /** The environment of a command with assignments in front of it. */
  #environmentOf(assigned: readonly string[]): (name: string) => string | undefined {
    return (name) =>
      assigned.findLast((word) => word.startsWith(`${name}=`))?.slice(name.length + 1) ?? this.#variable(name);
  }

  /** The texts of the files that a command prints. */
  #textsShown(command: Command, does: "starts" | "shows"): readonly string[] {
    const [name = "", ...own] = command.words;
    if (name !== "" && !/^(?:show|part|select)$/.test(kindOf(name) ?? "")) return [];
    const files = [...command.reads, ...(name === "" ? [] : filesRead(name, own).files)];
    const texts = files.flatMap((file) => this.#textOf(file, command, does) ?? []);
    // The visitor adds the mark of a file of secrets itself, by what the command prints of the file.
    return texts.filter((text) => marksIn([text]).length === 0);
  }

  /** Follows the files that a command runs, if the script has written them or the visitor returns their text. */
  #followFiles(command: Command, fed: readonly string[], before: () => Pipeline): void {
    const { words } = command;
    if (words[0] === "tee")
      for (const file of operandsOf(words.slice(1)))
        this.#written.note(
          fed,
          { file, appends: words.includes("-a") || words.includes("--append") },
          this.#folders.known,
        );
    for (const started of startedFiles(command, before, this.#root)) this.#followFile(command, started, fed);
  }

  #followFile(command: Command, started: StartedFile, fed: readonly string[]): void {
    const { file, words } = started;
    const path = this.#pathFrom(file);
    // The file may start itself again, with `sudo` or other arguments.
    if (this.#started.filter((one) => one === path).length === DEEPEST) return;
    const text = this.#textOf(file, command, "starts");
    if (text === undefined) return;
    this.#started.push(path);
    const isHere = isInSameShell(command.words);
    this.#enter(isHere);
    const scripts = this.#scriptsOf(command, started, text, fed);
    const followAll = () =>
      this.#variables.withPositional(words, () =>
        scripts.forEach((script) => {
          // A recipe, or a program that code starts, changes no folder of the next one.
          if (isHere) return this.follow(script);
          this.#folders.enter();
          this.follow(script);
          this.#folders.leave();
        }),
      );
    if (isHere) followAll();
    else this.#variables.inChild(command.assigned, followAll);
    this.#leave(isHere);
    this.#started.pop();
  }

  #scriptsOf(command: Command, started: StartedFile, text: string, fed: readonly string[]): readonly string[] {
    return scriptsOfFile(command.words, started, text, {
      pathOf: (file) => this.#pathFrom(file),
      included: (file) => this.#textOf(file, command, "includes"),
      committed: (path) => this.#visitor.committed?.(path),
      variable: this.#environmentOf(command.assigned),
      textOf: (file) => this.#textOf(file, command, "includes"),
      fed,
      show: (words, input) => this.#show(command, words, input),
    });
  }

  /** Passes a command to the visitor with other words and another input, which come from a file. */
  #show(command: Command, words: readonly string[], input: readonly string[]): void {
    const { likely: folder, known } = this.#folders;
    const at = { folder, known, input, isTaken: false, isInWord: false, pipeline: [], variable: this.#variable };
    this.#visitor.command(commandAt(command, words, at));
  }

  /** The text of a file that a command runs, takes in or prints; `undefined` if it is not known. */
  #textOf(file: string, command: Command, does: "starts" | "shows" | "includes"): string | undefined {
    const { known } = this.#folders;
    if (known === undefined && !/^(?:[\\/~]|[a-z]:)/i.test(file)) return undefined;
    const written = this.#written.textOf(file, known);
    const named = this.#pathFrom(file);
    const path = this.#written.sourceOf(named);
    return this.#visitor[does] ? this.#visitor[does](path, written, command, path !== named) : written;
  }

  #pathFrom(file: string): string {
    return pathIn(this.#folders.known ?? "/", file, this.#home);
  }
}
