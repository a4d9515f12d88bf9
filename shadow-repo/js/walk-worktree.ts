import type { BigIntStats } from "node:fs";

import { NO_COVERAGE, parseCoverage, type Coverage } from "../coverage.ts";
import { foldersOf, type GitPath } from "../git-path.ts";
import { isIgnoreFile } from "../source/ignore-files.ts";
import { linkFinder, look, namesBelow, type Absence } from "../source/on-disk.ts";
import { isOwnRepository } from "./own-repository.ts";
import { RulesMet, type RulesThere } from "./rules-met.ts";
import { statOf, type CachedFile } from "./stat-cache.ts";
import { emptyWalk, type Walk, type WalkContext } from "./walk.ts";

/**
 * Compares what lies below a folder with what is known about its files, by inode data alone. Known files are held
 * against the ignore rules only where those changed since the last walk.
 */
export function walkWorktree(context: WalkContext, prefix: GitPath): Walk {
  return new Walker(context, prefix).walk();
}

class Walker {
  readonly #context: WalkContext;
  readonly #prefix: GitPath;
  readonly #walk = emptyWalk();
  readonly #last: Coverage;
  /** Known files that were not met yet; in the end they are gone, or ignored by now. */
  readonly #unmet = new Map<GitPath, CachedFile>();
  readonly #rules: RulesMet;
  /** Folders that cannot be looked into. */
  readonly #locked = new Set<GitPath>();
  readonly #behindLink: (path: GitPath) => boolean;
  /** Whether no rule changed since the last walk, as far as was seen. */
  #trusted: boolean;

  constructor(context: WalkContext, prefix: GitPath) {
    const { root, files, outside, source, state, now } = context;
    this.#context = context;
    this.#prefix = prefix;
    this.#last = (state && parseCoverage(state.coverage)) ?? NO_COVERAGE;
    for (const [path, file] of files) if (path.startsWith(prefix)) this.#unmet.set(path, file);
    this.#rules = new RulesMet(root, outside.rules, state?.rules, now);
    this.#behindLink = linkFinder(root);
    this.#trusted = state !== undefined && state.source === source.signature() && this.#last.outside === outside.text;
  }

  walk(): Walk {
    this.#enter("", { rules: this.#context.outside.rules, trusted: this.#trusted });
    this.#takeForced();
    this.#settleUnmet();
    this.#noteRules();
    return { ...this.#walk, rules: this.#rules.signatures };
  }

  /** Goes down to the folder that is asked about, past the rules above it. */
  #enter(folder: GitPath, there: RulesThere): void {
    const prefix = this.#prefix;
    if (folder === prefix) return this.#visit(folder, there);
    const next = prefix.slice(0, prefix.indexOf("/", folder.length) + 1);
    const below = this.#rules.enter(folder, there);
    const found = look(this.#context.root, next.slice(0, -1));
    if (found === "cannot be reached") this.#locked.add(next);
    else if (found === "gone" || !found.isDirectory()) return;
    else if (!this.#context.outside.isOurs(next) && !below.rules.ignores(next)) this.#enter(next, below);
  }

  #visit(folder: GitPath, above: RulesThere): void {
    const { root } = this.#context;
    const names = namesBelow(root, folder);
    if (names === "gone") return;
    if (names === "cannot be read") {
      this.#locked.add(folder);
      this.#walk.skipped.push({ path: folder, why: names });
      return;
    }
    const mayBeOwn = folder !== this.#prefix && names.includes(".git");
    if (mayBeOwn && isOwnRepository(root, folder) && !this.#hasKnown(folder, above.trusted)) {
      this.#walk.skipped.push({ path: folder, why: "a repository of its own" });
      return;
    }
    const hasRules = names.includes(".gitignore") || this.#rules.wereIn(folder);
    const there = hasRules ? this.#rules.enter(folder, above) : above;
    this.#trusted &&= there.trusted;
    // git takes no `.git`, in any case
    for (const name of names) if (name.length !== 4 || name.toLowerCase() !== ".git") this.#meet(folder + name, there);
  }

  #meet(path: GitPath, there: RulesThere): void {
    const { root, outside } = this.#context;
    const found = look(root, path);
    if (typeof found !== "string" && found.isDirectory()) {
      const folder = `${path}/`;
      if (!outside.isOurs(folder) && !there.rules.ignores(folder)) this.#visit(folder, there);
      return;
    }
    const mayBeIgnored = !there.trusted || !this.#unmet.has(path);
    if (mayBeIgnored && (outside.isOurs(path) || there.rules.ignores(path))) return;
    this.#examine(path, found);
  }

  /** A path that belongs to the capture, if it can be taken. */
  #examine(path: GitPath, found: BigIntStats | Absence): void {
    if (found === "gone") return;
    const known = this.#unmet.get(path);
    if (found === "cannot be reached") {
      this.#unmet.delete(path); // it may still be there: not a deletion
      this.#walk.skipped.push({ path, why: found });
    } else if (!found.isFile() && !found.isSymbolicLink()) {
      this.#walk.skipped.push({ path, why: "not a regular file or symlink" });
    } else if (known) {
      this.#unmet.delete(path);
      if (known.stat !== statOf(found, this.#context.platform))
        this.#walk.read.push({ path, known, size: Number(found.size) });
    } else {
      const why = this.#refusal(path, found);
      if (why === undefined) this.#walk.read.push({ path, known, size: Number(found.size) });
      else this.#walk.skipped.push({ path, why });
    }
  }

  /** Why a file that is not known yet is left out. */
  #refusal(path: GitPath, found: BigIntStats): string | undefined {
    const { source, maxFileSize, recorded } = this.#context;
    if (found.isSymbolicLink())
      return path.slice(path.lastIndexOf("/") + 1).toLowerCase() === ".gitmodules"
        ? "git takes no symlink of this name"
        : undefined;
    if (found.size <= maxFileSize || source.tracked().has(path) || recorded.has(path)) return undefined;
    if (!this.#last.skipped.includes(path)) this.#walk.large.push(path);
    return `larger than ${maxFileSize} bytes`;
  }

  /** Tracked files that the rules ignore: ignoring has no effect on them. */
  #takeForced(): void {
    const { root, files, source } = this.#context;
    const { forced, read, skipped } = this.#walk;
    if (this.#trusted) for (const path of this.#last.forced) forced.add(path);
    else
      for (const path of source.tracked().keys())
        if (path.startsWith(this.#prefix) && this.#rules.ignores(path) && !this.#behindLink(path)) forced.add(path);
    if (forced.size === 0) return;
    const met = new Set([...read, ...skipped].map(({ path }) => path));
    for (const path of files.keys()) if (!this.#unmet.has(path)) met.add(path);
    for (const path of forced) {
      const found = met.has(path) || this.#behindLink(path) ? "gone" : look(root, path);
      if (typeof found === "string" || !found.isDirectory()) this.#examine(path, found);
    }
  }

  /** What may only be locked away stays known. */
  #settleUnmet(): void {
    const isLocked = (path: GitPath) =>
      this.#locked.has("") || foldersOf(path).some((folder) => this.#locked.has(folder));
    for (const path of this.#unmet.keys()) if (!isLocked(path)) this.#walk.drop.push(path);
  }

  /** Rules that are in force without being in the tree: those above the folder, and files that ignore themselves. */
  #noteRules(): void {
    const { read, drop, unrecorded } = this.#walk;
    const recorded = new Set([...this.#context.files.keys(), ...read.map(({ path }) => path)].filter(isIgnoreFile));
    for (const path of drop) recorded.delete(path);
    for (const [path, text] of this.#rules.texts)
      if (!path.startsWith(this.#prefix) || !recorded.has(path)) unrecorded[path] = text;
  }

  /** Known or tracked files in a folder make it ours to go into, also where it became a repository of its own. */
  #hasKnown(folder: GitPath, trusted: boolean): boolean {
    const { files, source } = this.#context;
    const isBelow = (path: GitPath) => path.startsWith(folder);
    return [...files.keys()].some(isBelow) || (!trusted && [...source.tracked().keys()].some(isBelow));
  }
}
