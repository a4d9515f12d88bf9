import { resolve } from "node:path";

import type { CallCommand } from "../../shell/follow-call.ts";
import { gitVerb } from "../../shell/programs/git-verbs.ts";
import { readOptions } from "../../shell/read-options.ts";
import { broughtBy, type Brought } from "./brought-files.ts";
import type { GitUse, TakenFiles, WorktreeFiles } from "./git-use.ts";
import { readGitCommand, type GitCommand, type NamesAlias } from "./read-git-command.ts";
import { toPush } from "./read-push.ts";

/** The machine that a script would run on. */
interface World {
  readonly home: string;
  readonly alias: NamesAlias;
  /** Follows a script, for instance that of an alias, as if it stood here. */
  readonly follow: (script: string, folder: string) => void;
}

/** Options of verbs that join commits, of `git am` and of `git apply`, with a value. */
const VALUES = "smXCSFp --strategy --strategy-option --mainline --onto --exec --message --directory --file --gpg-sign";
/** Of verbs that make a repository or a worktree, of commits, and of those that take files from elsewhere. */
const MADE =
  "bBcoju --initial-branch --branch --template --separate-git-dir --object-format --ref-format --depth --origin " +
  "--config --jobs --reference --filter --reason";
const COMMIT =
  "mFCct --message --file --author --date --template --trailer --fixup --squash --reuse-message --reedit-message " +
  "--cleanup --pathspec-from-file";
const TAKEN = "sbB --source --conflict --orphan";
/** Aliases in aliases. */
const DEEPEST = 5;

/** Is told of each command of a script in order, and collects the uses of git that are to be searched. */
export class GitUses {
  /** In order. */
  readonly uses: GitUse[] = [];
  readonly #world: World;
  /** Files, commits and repositories that the script itself stages, brings, picks and makes before it commits. */
  readonly #added: WorktreeFiles[] = [];
  readonly #brought: Brought[] = [];
  readonly #picked: string[] = [];
  readonly #taken: TakenFiles[] = [];
  readonly #joined: string[] = [];
  readonly #made: string[] = [];
  /** `export GIT_DIR=…` */
  readonly #exported: string[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  note(command: CallCommand, depth = 0): void {
    const [name = "", ...rest] = command.words;
    if (name === "export") this.#exported.push(...rest);
    if (!/^git(?:\.exe)?$/i.test(name)) return void this.#brought.push(...broughtBy(command, this.#world.home));
    const git = readGitCommand(rest, command, this.#exported, this.#world.alias);
    if (git.alias === undefined) return this.#noteVerb(git, command);
    if (depth >= DEEPEST) return;
    if (git.alias.script === undefined) this.note({ ...command, words: ["git", ...git.alias.words] }, depth + 1);
    else this.#world.follow(git.alias.script, git.place);
  }

  #noteVerb(git: GitCommand, { readsWords }: CallCommand): void {
    const { verb, own, place } = git;
    if (own.some((word) => /^(?:-h|--help)$/.test(word))) return;
    const more = readsWords === true; // words that are not known stand behind these
    const { operands, names } = readOptions(own, VALUES);
    if (gitVerb(verb)?.joins) this.#joined.push(...operands);
    if (/^(?:merge|rebase|cherry-pick|revert|am)$/.test(verb) && names.has("continue"))
      return this.#use(git, { verb: "commit", index: true, files: [...this.#added] });
    switch (verb) {
      case "init":
      case "clone":
      case "worktree":
        return this.#make(git);
      case "merge":
        if (names.has("squash") || names.has("no-commit")) this.#take(place, operands[0], []);
        return;
      case "checkout":
      case "restore":
        return this.#takeFiles(git);
      case "commit-tree":
      case "write-tree":
        return this.#use(git, { verb: "commit", index: true, files: [...this.#added] });
      case "add":
      case "stage":
        return this.#add(own, place, more);
      case "commit":
        return this.#commit(git, more);
      case "stash":
        return this.#stash(git);
      case "cherry-pick":
        return this.#pick(git, operands);
      case "am":
      case "apply":
        return this.#patch(git, operands);
      case "tag":
      case "notes":
        return void this.#message(own, place);
      case "push":
        return this.#push(git, own);
      case "subtree":
        return own[0] === "push" ? this.#push(git, ["origin", "HEAD"]) : undefined;
    }
  }

  #use(git: GitCommand, use: Pick<GitUse, "verb" | "index" | "files"> & Partial<GitUse>): void {
    const isMade = this.#made.some((folder) => git.place === folder || git.place.startsWith(`${folder}/`));
    const common = {
      folder: git.place,
      brought: [...this.#brought],
      picked: [],
      taken: [],
      isApart: isMade || git.isApart,
    };
    this.uses.push({ ...common, ...use });
  }

  /** `init [PATH]`, `clone URL [PATH]`, `worktree add PATH`. */
  #make({ verb, own, place }: GitCommand): void {
    const { operands } = readOptions(own, MADE);
    if (verb === "worktree" && operands[0] !== "add") return;
    const [first, second] = operands;
    const path = verb === "init" ? (first ?? ".") : (second ?? (verb === "clone" ? nameOf(first ?? "") : undefined));
    if (path !== undefined) this.#made.push(resolve(place, path));
  }

  /** `checkout REVISION -- FILES`, `restore --source=REVISION FILES`. */
  #takeFiles({ verb, own, place }: GitCommand): void {
    const { letters, names, operands, given } = readOptions(own, TAKEN);
    const source = given.find(([option]) => option === "-s" || option === "--source")?.[1];
    if (verb === "restore") return this.#take(place, source, operands);
    if (operands.length > 1 && !letters.has("b") && !letters.has("B") && !names.has("orphan"))
      this.#take(place, operands[0], operands.slice(1));
  }

  #take(folder: string, revision: string | undefined, paths: readonly string[]): void {
    if (revision !== undefined && !revision.startsWith("-")) this.#taken.push({ revision, folder, paths });
  }

  #add(own: readonly string[], folder: string, more: boolean): void {
    const { letters, names, operands } = readOptions(own);
    if (letters.has("n") || names.has("dry-run")) return;
    const isNew = !(letters.has("u") || names.has("update"));
    const ignored = letters.has("f") || names.has("force");
    const isPart = ["p", "i", "e"].some((letter) => letters.has(letter)) || names.has("patch") || names.has("edit");
    const isGuess = more || names.has("pathspec-from-file");
    this.#added.push({ folder, ...pathsOf(operands, isGuess, isPart), isNew, ignored });
  }

  #commit(git: GitCommand, more: boolean): void {
    const { own, place: folder } = git;
    const { letters, names, operands } = readOptions(own, COMMIT);
    const isDry = ["dry-run", "short", "porcelain", "long"].some((name) => names.has(name));
    if (isDry) return;
    this.#message(own, folder);
    const isGuess = more || names.has("pathspec-from-file");
    const hasPaths = isGuess || operands.length > 0;
    const only = hasPaths && !letters.has("i") && !names.has("include");
    const isPart = letters.has("p") || names.has("patch");
    const all = letters.has("a") || names.has("all") || isPart;
    const isNew = hasPaths && this.#added.length > 0; // `git add new && git commit new`
    const files = { folder, ...pathsOf(operands, isGuess, isPart), isNew, ignored: false };
    this.#use(git, {
      verb: "commit",
      index: !only,
      files: [...(hasPaths || all ? [files] : []), ...(only ? [] : this.#added)],
      picked: [...this.#picked],
      taken: [...this.#taken],
    });
  }

  /** `-F file`: the message is a file's content. */
  #message(own: readonly string[], folder: string): void {
    for (const [at, word] of own.entries()) {
      const file = /^--file=(.+)$/s.exec(word)?.[1] ?? (/^(?:-F|--file)$/.test(word) ? own[at + 1] : undefined);
      if (file !== undefined && file !== "-") this.#brought.push({ from: resolve(folder, file) });
    }
  }

  #stash(git: GitCommand): void {
    const [sub = "push", ...rest] = git.own;
    if (/^(?:pop|apply|branch)$/.test(sub)) {
      const named = rest.find((word) => /^(?:stash@\{)?\d{1,4}\}?$/.test(word))?.replace(/\D/g, "") ?? "0";
      return void this.#picked.push(`stash@{${named}}`);
    }
    const isBare = sub.startsWith("-");
    if (!isBare && sub !== "push" && sub !== "save") return;
    const { letters, names, operands } = readOptions(isBare ? [sub, ...rest] : rest, "m --message");
    const ignored = letters.has("a") || names.has("all");
    const isNew = ignored || letters.has("u") || names.has("include-untracked");
    const staged = letters.has("S") || names.has("staged");
    const paths = sub === "save" ? [] : operands; // behind `save` stands a message
    // It keeps both versions, the staged one and that of the worktree.
    const files = { folder: git.place, ...pathsOf(paths, false, true), isNew, ignored };
    this.#use(git, { verb: "stash", index: true, files: [...(staged ? [] : [files]), ...this.#added] });
  }

  /** A picked commit is committed at once, or with the next one. */
  #pick(git: GitCommand, revisions: readonly string[]): void {
    const { letters, names } = readOptions(git.own, VALUES);
    if (letters.has("n") || names.has("no-commit")) this.#picked.push(...revisions);
    else if (revisions.length > 0) this.#use(git, { verb: "commit", index: false, files: [], picked: revisions });
  }

  #patch(git: GitCommand, files: readonly string[]): void {
    const brought = files.map((file) => ({ from: resolve(git.place, file), isPatch: true as const }));
    if (git.verb === "apply") this.#brought.push(...brought);
    else if (brought.length > 0) this.#use(git, { verb: "commit", index: false, files: [], brought });
  }

  #push(git: GitCommand, own: readonly string[]): void {
    const push = toPush(own, this.#joined);
    const { repository: place = git.place } = git;
    // The message of a tag or a note goes along.
    const brought = this.#brought.filter(({ to, isPatch }) => to === undefined && isPatch !== true);
    if (push) this.#use({ ...git, place, isApart: false }, { verb: "push", index: false, files: [], brought, push });
  }
}

/** The folder that `git clone` makes by itself. */
function nameOf(address: string): string {
  return /([^/:]+?)(?:\.git)?\/*$/.exec(address)?.[1] ?? ".";
}

/** Patterns of paths; if one is not known all files are meant. */
function pathsOf(
  operands: readonly string[],
  isGuess: boolean,
  isPart: boolean,
): Pick<WorktreeFiles, "paths" | "replace"> {
  const guessed = isGuess || operands.some((word) => /[$`]/.test(word));
  return { paths: guessed ? [] : operands, replace: !guessed && !isPart };
}
