import { oneOf } from "../kit/word-pattern.ts";

/** Stands for some unknown names in a folder. */
export const SOME = "{}";
/** Patterns that match all names in a folder. Guards take `folder/*` for the whole folder, but not `folder/*?`. */
const NAMES = ["*?", ".*?"] as const;

const NAME = /^-(i)?name$/;
const PATH = /^-(i)?(?:path|wholename)$/;
const REGEX = /^-i?regex$/;
const RUNS = /^-(?:exec|execdir|ok|okdir)$/;
const ACTS = /^-(?:delete|print0?|ls)$/;
/** Tests and options of `find` that take no value, apart from actions. */
const ALONE = oneOf(`
  -a -and -empty -true -false -nouser -nogroup -readable -writable -executable -prune -quit
  -depth -d -xdev -mount -follow -daystart -noleaf -ignore_readdir_race -noignore_readdir_race -warn -nowarn
`);
/** Matches tests that only few files pass: empty files, links, or one certain file. Their deletion loses little. */
const FEW = /^-(?:empty|false|i?lname|inum|samefile|(?:x?type [lpsbc]+(?:,[lpsbc])*)|size 0[a-zA-Z]?)(?: |$)/;
/** Matches patterns that fit any name: `*`, `*.*`, `.*`. */
const ALL = /^[*?.]*$/;
/** Matches the folder `.git`, or all hidden files; `-prune` after such a path leaves the folder out. */
const OF_GIT = /^(?:\.\/|\*\/?)?\.(?:git|git\/?\*+|\*)(?:\/\*+)?$/;

/** Files of a git repository whose names occur in other folders as well. */
const OF_REPOSITORY = /^(?:config|HEAD|packed-refs)$/;

/** A part of a find expression. */
interface Part {
  /** Paths, relative to the searched folder, for which the part may hold; `undefined`: any path. */
  readonly paths: readonly string[] | undefined;
  /** The part deletes, prints or runs a command. */
  readonly acts: boolean;
  readonly prunes: boolean;
}

const ANY: Part = { paths: undefined, acts: false, prunes: false };

/**
 * Patterns of the paths that `find` may find: `root/**\/name` for a name, `root/**\/{}` for tests that few files pass,
 * and `root` itself for other tests, such as age, size or owner, which may hold for every file.
 */
export function foundBy(own: readonly string[]): string[] {
  const at = own.findIndex((word) => /^[-!(]/.test(word) && !/^-[HLPO]\d?$/.test(word));
  const named = (at === -1 ? own : own.slice(0, at)).filter((word) => !/^-[HLPO]\d?$/.test(word));
  const roots = named.length > 0 ? named : ["."];
  const expression = new Expression(at === -1 ? [] : own.slice(at));
  const paths = expression.parse();
  const { isFlat, hasOnlyFiles, sparesGit } = expression;
  const below = isFlat ? "" : "**/";
  return roots.flatMap((root) => {
    const folder = root.replace(/(?<=.)\/+$/, "");
    const meant = isFlat || sparesGit ? [] : (paths ?? []).filter((path) => OF_REPOSITORY.test(path));
    if (paths)
      return [
        ...paths.map((path) => (path.startsWith("=") ? path.slice(1) : `${folder}/${below}${path}`)),
        ...(own.includes("d") ? [] : meant.map((path) => `${folder}/.git/${path}`)),
      ];
    if (isFlat && (hasOnlyFiles || sparesGit)) return NAMES.map((name) => `${folder}/${name}`);
    return [sparesGit ? `${folder}/**/${NAMES[0]}` : root];
  });
}

/** Some files below a path, or the path itself if it is a file; of a pattern, some of the files that it matches. */
export function someBelow(word: string): string {
  if (word === "." || !/[*?[{]/.test(word)) return `${word.replace(/(?<=.)\/+$/, "")}/**/${SOME}`;
  return word.replace(/(?:^|(?<=\/))(?:\*\*\/)?(?:\*+|\*\.\*|\*\?|\.\*\??)$/, SOME);
}

/** Whether a name in a path of `foundBy` stands for all names, or for unknown ones. */
export function isOfAnyName(name: string): boolean {
  return name === SOME || NAMES.some((one) => one === name);
}

class Expression {
  readonly #words: readonly string[];
  #at = 0;
  /** `-maxdepth 1`: only the folder's own entries are found. */
  readonly isFlat: boolean;
  readonly hasOnlyFiles: boolean;
  sparesGit = false;

  constructor(words: readonly string[]) {
    this.#words = words;
    this.isFlat = words.some((word, index) => word === "1" && words[index - 1] === "-maxdepth");
    this.hasOnlyFiles =
      words.some((word, index) => word === "f" && words[index - 1] === "-type") && !words.includes("-o");
  }

  parse(): readonly string[] | undefined {
    return this.#words.length === 0 ? undefined : this.#either().paths;
  }

  /**
   * Parses parts joined by `-o`. If some parts act, the result is made from these parts only; otherwise `find` prints
   * the files of all parts.
   */
  #either(): Part {
    const parts = [this.#all()];
    while (/^(?:-o|-or|,)$/.test(this.#words[this.#at] ?? "")) {
      this.#at += 1;
      parts.push(this.#all());
    }
    const acting = parts.filter(({ acts }) => acts);
    // `-prune` without an action: `find` prints the pruned folder as well.
    const meant = acting.length > 0 ? acting : parts;
    return {
      paths: meant.some(({ paths }) => !paths) ? undefined : meant.flatMap(({ paths = [] }) => paths),
      acts: acting.length > 0,
      prunes: parts.every(({ prunes }) => prunes),
    };
  }

  /** Parses tests that all must hold. A test after an action does not restrict that action. */
  #all(): Part {
    let whole = ANY;
    while (this.#at < this.#words.length && !/^(?:-o|-or|,|\\?\))$/.test(this.#words[this.#at]!)) {
      const from = this.#at;
      const { paths, acts, prunes } = this.#one();
      if (prunes) this.#noteGit(from);
      whole = {
        paths: whole.acts ? whole.paths : narrower(whole.paths, paths),
        acts: whole.acts || acts,
        prunes: whole.prunes || prunes,
      };
    }
    return whole;
  }

  #one(): Part {
    const word = this.#words[this.#at++]!;
    if (word === "!" || word === "-not") {
      const from = this.#at;
      const { acts } = this.#at < this.#words.length ? this.#one() : ANY;
      const values = this.#words.slice(from, this.#at).filter((_, index, all) => PATH.test(all[index - 1] ?? ""));
      const isFolder = this.isFlat && this.#words.slice(from, this.#at).includes(".git");
      if (isFolder || values.some((value) => value.endsWith("*") && OF_GIT.test(value))) this.sparesGit = true;
      return { ...ANY, acts };
    }
    if (/^\\?\($/.test(word)) {
      const inside = this.#either();
      this.#at += 1;
      return inside;
    }
    if (RUNS.test(word)) {
      const end = this.#words.findIndex((one, index) => index >= this.#at && /^(?:\\?;|\+)$/.test(one));
      this.#at = end === -1 ? this.#words.length : end + 1;
      return { ...ANY, acts: true };
    }
    if (ACTS.test(word)) return { ...ANY, acts: true };
    if (word === "-prune") return { ...ANY, prunes: true };
    const value = ALONE.test(word) ? "" : (this.#words[this.#at++] ?? "");
    return { ...ANY, paths: pathsOf(word, value) };
  }

  /**
   * Notes that the find leaves out `.git`, if a test in front of `-prune` (before index `before`) names it: `-path
   * ./.git -prune`.
   */
  #noteGit(before: number): void {
    const from = this.#words.findLastIndex((word, index) => index < before && /^(?:-o|-or|,)$/.test(word));
    if (this.#words.slice(from + 1, before).some((word) => OF_GIT.test(word))) this.sparesGit = true;
  }
}

/**
 * An approximation of the paths for which two tests both hold: the paths of one of the tests, if possible of a test
 * with a name.
 */
function narrower(one: readonly string[] | undefined, other: readonly string[] | undefined) {
  if (!one || !other) return one ?? other;
  return one.some((path) => !path.endsWith(SOME)) && other.every((path) => path === SOME) ? one : other;
}

/**
 * The paths for which a test may hold; `undefined`: any path. A text that begins with `=` is a whole path, any other
 * text is a name.
 */
function pathsOf(test: string, value: string): readonly string[] | undefined {
  if (NAME.test(test)) return ALL.test(value) ? undefined : spelled(value, test);
  if (REGEX.test(test)) return endsIn(value)?.flatMap((end) => spelled(`*.${end}`, "-iname"));
  if (PATH.test(test)) {
    const folder = value.replace(/(?:\/\*+)+$/, "");
    const name = folder.replace(/^.*\//s, "");
    if (ALL.test(folder) || ALL.test(name)) return undefined;
    return spelled(/[*?[]/.test(folder) || folder === name ? name : `=${folder}`, test);
  }
  return FEW.test(`${test} ${value}`) ? [SOME] : undefined;
}

/** The name as given, in lower and in upper case if the test ignores case; otherwise the name alone. */
function spelled(name: string, test: string): string[] {
  return test.startsWith("-i") ? [...new Set([name, name.toLowerCase(), name.toUpperCase()])] : [name];
}

/** The file endings that a regular expression requires: `.*\.pyc`, `.*\.\(log\|tmp\)`. */
function endsIn(regex: string): readonly string[] | undefined {
  const [, ends] = /\\\.(?:\\?\()?(\w+(?:\\?\|\w+)*)(?:\\?\))?\$?$/.exec(regex) ?? [];
  return ends?.split(/\\?\|/);
}
