import { existsSync } from "node:fs";
import { resolve } from "node:path";

import type { CallCommand } from "../../shell/doors/script.ts";
import { gitVerb } from "../../shell/doors/git.ts";
import { parseOptions, type Options } from "../../shell/doors/options.ts";
import { broughtBy, type Brought } from "./brought-files.ts";
import { Bundles, type Bundle } from "./bundles.ts";
import { filesAddedBy, filesCommittedBy, filesStashedBy, folderMadeBy } from "./files-of-verb.ts";
import type { GitUse, TakenFiles, WorktreeFiles } from "./git-use.ts";
import { filesOfMessage, filesPosted, messagesReused } from "./message-files.ts";
import { parseGitCommand, type GitCommand } from "./parse-git-command.ts";
import { Publications } from "./publications.ts";
import { toPush } from "./push.ts";

/** Options that take a value, of the verbs that join commits, of `git am` and of `git apply`. */
const VALUES = "smXCSFp --strategy --strategy-option --mainline --onto --exec --message --directory --file --gpg-sign";
/** Options of `git checkout` and `git restore` that take a value. */
const TAKEN = "sbB --source --conflict --orphan";

/** A command of git with its parsed options. */
interface VerbCall extends Pick<Options, "has" | "operands"> {
  readonly git: GitCommand;
  readonly command: CallCommand;
  /** The command has further words, which are unknown. */
  readonly more: boolean;
}

/** Follows the commands of a script in order, and collects each commit, stash, push and post with its content. */
export class GitUses {
  /** The commits, stashes, pushes and posts that are to be searched, in the order of the script. */
  readonly uses: GitUse[] = [];
  readonly #home: string;
  readonly #published = new Set<string>();
  readonly #publications: Publications;
  /** Files that earlier commands of the script staged. */
  readonly #added: WorktreeFiles[] = [];
  /** Files that earlier commands copied or moved, and files of messages. */
  readonly #brought: Brought[] = [];
  /** Commits and stashes that earlier commands applied without a commit. */
  readonly #picked: string[] = [];
  /** Files that earlier commands took over from other commits. */
  readonly #taken: TakenFiles[] = [];
  /** Commits that earlier commands merged into the branch. */
  readonly #joined: string[] = [];
  /** Commits that earlier commands took back without a commit. */
  readonly #reverted: string[] = [];
  /** Files of commits that earlier commands wrote. */
  readonly #bundles: Bundles;
  /** Folders in which earlier commands created repositories or worktrees. */
  readonly #made: string[] = [];
  /** Values of variables such as `GIT_DIR` that the script exports. */
  readonly #exported: string[] = [];

  /** Verb → the function that adds the command to the lists of this class. Any other verb has no entry here. */
  readonly #verbs: ReadonlyMap<string, (call: VerbCall) => void> = new Map<string, (call: VerbCall) => void>([
    ["init", ({ git }) => this.#made.push(...folderMadeBy(git))],
    ["clone", ({ git }) => this.#made.push(...folderMadeBy(git))],
    ["worktree", ({ git }) => this.#made.push(...folderMadeBy(git))],
    ["merge", (call) => this.#merge(call)],
    ["checkout", ({ git }) => this.#takeFiles(git)],
    ["restore", ({ git }) => this.#takeFiles(git)],
    ["update-index", ({ git, operands, more }) => this.#add({ ...git, own: ["-f", ...operands] }, more)],
    ["add", ({ git, more }) => this.#add(git, more)],
    ["stage", ({ git, more }) => this.#add(git, more)],
    ["commit", ({ git, more, command }) => this.#commit(git, more, command)],
    ["commit-tree", ({ git }) => this.#commitIndex(git)],
    ["write-tree", ({ git }) => this.#commitIndex(git)],
    ["stash", ({ git }) => this.#stash(git)],
    ["cherry-pick", ({ git, operands }) => this.#pick(git, operands)],
    ["revert", ({ git, operands }) => this.#revert(git, operands)],
    ["bundle", ({ git, command }) => this.#pushAll(this.#bundles.note(git, command))],
    ["format-patch", ({ git, command }) => this.#pushAll(this.#bundles.note(git, command))],
    ["archive", ({ git, command }) => this.#pushAll(this.#bundles.note(git, command))],
    ["send-email", ({ git }) => this.#push(git, ["mail", "HEAD"])],
    ["am", ({ git, operands }) => this.#patch(git, operands)],
    ["apply", ({ git, operands }) => this.#patch(git, operands)],
    ["tag", ({ git, command }) => this.#message(git, command)],
    ["notes", ({ git, command }) => this.#message(git, command)],
    ["push", ({ git }) => this.#push(git, git.own)],
    ["subtree", ({ git }) => git.own[0] === "push" && this.#push(git, ["origin", "HEAD"])],
  ]);

  constructor(home: string) {
    this.#home = home;
    this.#publications = new Publications(home);
    this.#bundles = new Bundles(home);
  }

  note(command: CallCommand): void {
    const [name = "", ...rest] = command.words;
    if (name === "export") this.#exported.push(...rest);
    if (/^(?:gh|glab)$/.test(name)) return this.#post(rest, command.folder);
    if (!/^git(?:\.exe)?$/i.test(name)) {
      this.#brought.push(...broughtBy(command, this.#home));
      this.#publish(command);
      return this.#pushAll(this.#bundles.sentBy(command));
    }
    this.#noteVerb(parseGitCommand(rest, command, this.#exported), command);
  }

  #noteVerb(git: GitCommand, command: CallCommand): void {
    const { verb, own } = git;
    if (own.some((word) => /^(?:-h|--help)$/.test(word))) return;
    const { has, operands } = parseOptions(own, VALUES);
    if (gitVerb(verb)?.joins) this.#joined.push(...operands);
    if (/^(?:merge|rebase|cherry-pick|revert|am)$/.test(verb) && has("--continue")) this.#commitIndex(git);
    else this.#verbs.get(verb)?.({ git, command, has, operands, more: command.readsWords === true });
  }

  /** Notes a commit of the index. */
  #commitIndex(git: GitCommand): void {
    this.#use(git, { verb: "commit", index: true, files: [...this.#added] });
  }

  #merge({ git, command, has, operands }: VerbCall): void {
    if (has("--squash --no-commit")) return this.#take(git.place, operands[0], []);
    this.#message(git, command);
    if (this.#brought.length > 0) this.#use(git, { verb: "commit", index: false, files: [] });
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

  /** Notes the files of `checkout REVISION -- FILES` and `restore --source=REVISION FILES`. */
  #takeFiles({ verb, own, place }: GitCommand): void {
    const { operands, valuesOf } = parseOptions(own, TAKEN);
    if (verb === "restore") return this.#take(place, valuesOf("s --source")[0], operands);
    if (operands.length > 1) this.#take(place, operands[0], operands.slice(1));
  }

  #take(folder: string, revision: string | undefined, paths: readonly string[]): void {
    if (revision !== undefined && !revision.startsWith("-")) this.#taken.push({ revision, folder, paths });
  }

  #commit(git: GitCommand, more: boolean, command: CallCommand): void {
    const commit = filesCommittedBy(git, more, this.#added);
    if (commit === undefined) return;
    this.#message(git, command);
    this.#use(git, {
      verb: "commit",
      ...commit,
      reused: messagesReused(git.own),
      picked: [...this.#picked],
      reverted: [...this.#reverted],
      taken: [...this.#taken],
    });
  }

  #add(git: GitCommand, more: boolean): void {
    this.#added.push(...filesAddedBy(git, more));
  }

  /** Notes files whose content becomes the message. */
  #message({ own, place }: GitCommand, command: CallCommand): void {
    this.#brought.push(...filesOfMessage(own, place, command).map((from) => ({ from })));
  }

  /**
   * Notes the files whose content is posted to a forge such as GitHub. A post is in no history, but it is as public as
   * a pushed commit.
   */
  #post(own: readonly string[], folder: string): void {
    const brought = filesPosted(own, folder).map((from) => ({ from }));
    const common = { index: false, files: [], picked: [], taken: [], isApart: false };
    if (brought.length > 0) this.uses.push({ verb: "post", folder, brought, ...common });
  }

  /** Notes a package, an image or a folder that a command publishes, and the commit of `npm version`. */
  #publish(command: CallCommand): void {
    const publications = this.#publications.of(command);
    if (publications === "version") return this.#commitVersion(command.words.slice(1), command.folder);
    const common = { index: false, files: [], brought: [], picked: [], taken: [], isApart: false };
    for (const publication of publications) {
      // A folder is searched once, however often the call publishes it.
      const key = JSON.stringify(publication);
      if (this.#published.has(key)) continue;
      this.#published.add(key);
      this.uses.push({ verb: "publish", folder: publication.folder, publication, ...common });
    }
  }

  /** Notes the commit of `npm version patch`: it has the staged files and those that describe the package. */
  #commitVersion(own: readonly string[], folder: string): void {
    if (own.length < 2 || own.includes("--no-git-tag-version")) return;
    const paths = ["package.json", "package-lock.json", "npm-shrinkwrap.json"].filter((name) =>
      existsSync(resolve(folder, name)),
    );
    const git = { verb: "commit", own: [], place: folder, isApart: false };
    const described = { folder, paths, isNew: false, ignored: false, replace: false };
    this.#use(git, { verb: "commit", index: true, files: [...(paths.length > 0 ? [described] : []), ...this.#added] });
  }

  #pushAll(bundles: readonly Bundle[]): void {
    for (const { git, words } of bundles) this.#push(git, ["bundle", ...words]);
  }

  /** Notes the commits that `git revert` takes back, which brings back the content before these. */
  #revert(git: GitCommand, revisions: readonly string[]): void {
    if (parseOptions(git.own, VALUES).has("n --no-commit")) this.#reverted.push(...revisions);
    else if (revisions.length > 0)
      this.#use(git, { verb: "commit", index: false, files: [], picked: [], reverted: revisions });
  }

  #stash(git: GitCommand): void {
    const [sub = "push", ...rest] = git.own;
    if (/^(?:pop|apply|branch)$/.test(sub)) {
      const named = rest.find((word) => /^(?:stash@\{)?\d{1,4}\}?$/.test(word))?.replace(/\D/g, "") ?? "0";
      return void this.#picked.push(`stash@{${named}}`);
    }
    const files = filesStashedBy(git);
    if (files) this.#use(git, { verb: "stash", index: true, files: [...files, ...this.#added] });
  }

  /**
   * Notes the revisions of `git cherry-pick`. Their changes become commits at once, or with --no-commit a part of the
   * next commit.
   */
  #pick(git: GitCommand, revisions: readonly string[]): void {
    if (parseOptions(git.own, VALUES).has("n --no-commit")) this.#picked.push(...revisions);
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
    // Messages of tags and notes are pushed with the commits.
    const brought = this.#brought.filter(({ to, isPatch }) => to === undefined && isPatch !== true);
    if (push) this.#use({ ...git, place, isApart: false }, { verb: "push", index: false, files: [], brought, push });
  }
}
