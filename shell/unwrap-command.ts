import { inShell } from "../kit/in-shell.ts";
import { oneOf } from "../kit/word-pattern.ts";
import { TooMuchScript } from "./budget.ts";
import { takesNext, valuesOf } from "./parse-options.ts";
import type { Runs } from "./program.ts";
import { isShell, programName, rowsOf, runsOf } from "./programs.ts";

/** A command without its wrappers, the programs that only start it. */
export interface Unwrapped {
  /**
   * The command itself; its first word is the program's name without a folder. Empty if the command only assigns
   * variables.
   */
  readonly words: readonly string[];
  /** The script that the command passes to a shell: `bash -c '…'`, `eval …`, `ssh host …`. */
  readonly script?: string | undefined;
  /** Assignments `NAME=value` before the command or, if there is no command, of the script. */
  readonly assigned: readonly string[];
  /** The wrappers' own arguments. */
  readonly taken: readonly string[];
  /** The command gets further words from its input, as `xargs` does. */
  readonly readsWords?: true | undefined;
  /** The arguments of the `find` that runs the command, without the command. */
  readonly found?: readonly string[] | undefined;
  /** Files from which the command gets further words: `xargs -a FILE`. */
  readonly wordFiles?: readonly string[] | undefined;
}

const FD = /^fd(?:find)?$/;
/** Words of the shell's grammar before a command. */
const KEYWORDS = oneOf(String.raw`then do else elif if while until ! [(){}] done fi esac coproc function`);
const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;
/** The most wrappers of one command. */
const DEEPEST = 64;

/**
 * Removes the wrappers of a command: of `sudo -u app env A=1 timeout 5 bash -c '…'` it returns the script and the
 * wrappers' arguments.
 * @throws TooMuchScript if the command has too many wrappers
 */
export function unwrapCommand(all: readonly string[]): Unwrapped {
  let wrappers: Wrappers | undefined;
  let rest = all;
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    let at = 0;
    // In `function name {` the name is skipped as well.
    while (at < rest.length && KEYWORDS.test(rest[at]!)) at += rest[at] === "function" ? 2 : 1;
    for (; at < rest.length && ASSIGNMENT.test(rest[at]!); at += 1)
      (wrappers ??= new Wrappers()).assigned.push(rest[at]!);
    if (at === rest.length) return unwrapped([], wrappers);
    const name = programName(rest[at]!);
    // If possible the words are not copied, because a long script has tens of thousands of commands.
    const words = at === 0 && name === rest[0] ? rest : [name, ...rest.slice(at + 1)];
    const runs = runsOf(name);
    if (runs === undefined && !STARTERS.has(name)) return unwrapped(words, wrappers);
    const own = rest.slice(at + 1);
    const inner = innerOf(name, own, runs);
    if (inner === undefined || inner.words.length === 0) return unwrapped(words, wrappers);
    (wrappers ??= new Wrappers()).note(name, own, inner);
    if (inner.script !== undefined) return unwrapped(words, wrappers, inner.script);
    rest = inner.words;
  }
  throw new TooMuchScript();
}

const NONE: readonly string[] = [];
/** The programs that may start another one though their rows say nothing of it: see `innerOf`. */
const STARTERS = new Set(["git", "hub", "find", "fd", "fdfind"]);

function unwrapped(words: readonly string[], wrappers: Wrappers | undefined, script?: string): Unwrapped {
  const { assigned = NONE, taken = NONE, readsWords, found, wordFiles = NONE } = wrappers ?? {};
  return { words, script, assigned, taken, readsWords, found, wordFiles };
}

/** Collects the facts that the wrappers of a command give, from the outermost wrapper to the innermost. */
class Wrappers {
  readonly assigned: string[] = [];
  readonly taken: string[] = [];
  readsWords: true | undefined;
  found: readonly string[] | undefined;
  wordFiles: readonly string[] | undefined;

  note(name: string, own: readonly string[], { taken, words }: Inner): void {
    this.taken.push(...taken);
    if (name === "find") this.found = taken;
    if (FD.test(name)) this.found = asFind(taken);
    if (name === "xargs" || name === "parallel")
      this.wordFiles = [...valuesOf(taken, "a --arg-file"), ...listsOf(words).slice(1)];
    if (name === "xargs" || OF_PIPELINE.test(name) || (name === "parallel" && !own.includes(":::")))
      this.readsWords = true;
  }
}

/** The command that a wrapper starts, and the wrapper's own arguments. */
interface Inner {
  readonly words: readonly string[];
  readonly taken: readonly string[];
  readonly script?: string;
}

/**
 * The script after an option that may stand anywhere among the arguments, for a program that starts nothing else;
 * `undefined` without the option.
 */
function behindFlag(own: readonly string[], flag: RegExp, isJoined: boolean): Inner | undefined {
  const at = own.findIndex((word) => flag.test(word.replace(/=.*$/s, "")));
  if (at === -1) return undefined;
  const words = own.slice(at + 1);
  const [, attached] = /^--[\w-]+=(.*)$/s.exec(own[at]!) ?? [];
  const first = words.find((word, index) => !/^[-+]/.test(word) || index === words.length - 1);
  const script = attached ?? (isJoined ? words.join(" ") : first);
  return { words: own, taken: [], ...(script !== undefined && { script }) };
}

function innerOf(name: string, own: readonly string[], wrapper: Runs | undefined): Inner | undefined {
  if (name === "git") return startedByGit(own);
  if (name === "hub") return OF_HUB.test(own[0] ?? "") ? undefined : { words: ["git", ...own], taken: [] };
  const ofImage = wrapper && OF_IMAGES.test(name) ? programOfImage(own, wrapper.values ?? "") : undefined;
  if (ofImage) return ofImage;
  if (name === "find") return executed(own, /^-(?:exec|execdir|ok|okdir)$/);
  if (FD.test(name)) return withName(executed(own, /^(?:-[xX]|--exec(?:-batch)?)$/));
  if (OF_PIPELINE.test(name)) return inBraces(name.endsWith("{") ? ["{", ...own] : own);
  const inner = wrapper && behind(wrapper, own);
  if (inner && name === "xargs") return withPlaces(inner);
  return inner && name === "parallel" ? { ...inner, script: parallelScript(inner.words) } : inner;
}

/** Verbs that `hub` handles itself; all others it passes on to git. */
const OF_HUB = oneOf("delete api pr issue release ci-status browse compare gist pull-request fork create alias");

const OF_IMAGES = oneOf("docker podman nerdctl docker-compose podman-compose");

/**
 * The program that an image starts with the words after its name: the one that `--entrypoint` names, or a client of the
 * table whose name the image or service has (`docker run amazon/aws-cli s3 rb …`). `undefined` if the words after the
 * image name a program themselves.
 */
function programOfImage(own: readonly string[], values: string): Inner | undefined {
  const run = own.slice(0, 8).indexOf("run");
  if (run === -1) return undefined;
  let at = run + 1;
  while (/^-./.test(own[at] ?? "")) at += takesNext(own[at]!, values) ? 2 : 1;
  const [image, first] = [own[at], own[at + 1]];
  if (image === undefined || first === undefined) return undefined;
  const [entry] = valuesOf(own.slice(run + 1, at), "--entrypoint");
  if (entry) return { words: [entry, ...own.slice(at + 1)], taken: own.slice(0, at + 1) };
  const program = programName(image)
    .replace(/[:@].*$/s, "")
    .replace(/-cli$/, "");
  const isClient = rowsOf(program).some(
    ({ destroys, keeps, kind }) => destroys !== undefined || keeps !== undefined || kind === "send",
  );
  if (!isClient || programName(first) === program || isShell(programName(first))) return undefined;
  return { words: [program, ...own.slice(at + 1)], taken: own.slice(0, at + 1) };
}

const OF_PIPELINE = /^(?:foreach-object|%)\{?$/i;

/**
 * The command that PowerShell runs for each thing of the pipeline, with `{}` for the thing: `ForEach-Object { ri $_ }`;
 * `undefined` if there are no braces.
 */
function inBraces(own: readonly string[]): Inner | undefined {
  const at = own.findIndex((word) => word.startsWith("{"));
  if (at === -1) return undefined;
  const words = own
    .slice(at)
    .map((word) => word.replace(/^\{(?!\})|^\}$/g, "").replace(/^\$(?:_|psitem)(?!\w).*$/is, "{}"));
  return { words: words.filter((word) => word !== ""), taken: own.slice(0, at) };
}

/** The command of `xargs` with `{}` for the placeholder that `-I` sets. */
function withPlaces({ words, taken }: Inner): Inner {
  const at = taken.findIndex((word) => /^(?:-[IJ]|-i.|--replace=.)/s.test(word));
  const token = /^-[IJ]$/.test(taken[at] ?? "") ? taken[at + 1] : taken[at]?.replace(/^(?:-[IJi]|--replace=)/, "");
  return { words: token ? words.map((word) => word.replaceAll(token, () => "{}")) : words, taken };
}

/**
 * The script of `parallel`: `parallel words ::: words` passes each word after `:::` to the command; without `:::`
 * `parallel` passes each line of its input.
 */
function parallelScript(all: readonly string[]): string {
  const words = all.slice(0, all.length - listsOf(all).length);
  const [at, command] = [words.indexOf(":::"), words.join(" ")];
  if (at === -1) return command.includes("{}") ? command : `${command} {}`;
  const given = words.slice(at + 1).filter((word) => word !== ":::");
  const operands = given.map(inShell).join(" ");
  const before = words.slice(0, at).join(" ");
  return before.includes("{}") ? before.replaceAll("{}", () => operands) : `${before} ${operands}`;
}

/** The end of the words of `parallel` that names files of words: `:::: FILE`; empty without it. */
function listsOf(words: readonly string[]): readonly string[] {
  const at = words.indexOf("::::");
  return at === -1 ? NONE : words.slice(at);
}

/** Adds `{}` to the command of `fd`, which appends the found names if the command has no placeholder. */
function withName(inner: Inner | undefined): Inner | undefined {
  return inner && !inner.words.some((word) => word.includes("{}"))
    ? { ...inner, words: [...inner.words, "{}"] }
    : inner;
}

/** The arguments of `fd '^\.env$' folder` in the form of `find`: folders and a pattern for a part of the name. */
function asFind(own: readonly string[]): string[] {
  const [sought = "", ...roots] = own.filter((word) => !/^[-;]/.test(word));
  const name = sought.replace(/\\(.)/g, "$1").replace(/[()[\]|+]/g, "*");
  return [...roots, "-name", `${name.startsWith("^") ? name.slice(1) : `*${name}`}*`.replace(/\$\*$/, "")];
}

/** The command of `find … -exec words ;` or a similar option. */
function executed(own: readonly string[], starts: RegExp): Inner | undefined {
  const at = own.findIndex((word) => starts.test(word));
  if (at === -1) return undefined;
  const end = own.findIndex((word, index) => index > at && /^[;+]$/.test(word));
  const stop = end === -1 ? own.length : end;
  return { words: own.slice(at + 1, stop), taken: [...own.slice(0, at + 1), ";", ...own.slice(stop + 1)] };
}

function wordsAfter(own: readonly string[], option: RegExp): Inner | undefined {
  const at = own.findIndex((word) => option.test(word));
  return at === -1 ? undefined : { words: own.slice(at + 1), taken: own.slice(0, at + 1) };
}

/** The script that git starts: `rebase -x 'make test'`, `bisect run ./x`, `submodule foreach 'git pull'`. */
function startedByGit(own: readonly string[]): Inner | undefined {
  const at = own.findIndex(
    (word, index) =>
      (own.some((one) => one === "rebase" || one === "difftool") && HAS_SCRIPT.test(word)) ||
      (word === "run" && own[index - 1] === "bisect") ||
      (word === "foreach" && own.slice(0, index).includes("submodule")),
  );
  if (at === -1) return undefined;
  const rest = own.slice(at + 1);
  const taken = own.slice(0, at + 1);
  const [, attached] = HAS_SCRIPT.exec(own[at]!) ?? [];
  if (attached !== undefined) return { words: own.slice(at), taken, script: attached || (rest[0] ?? "") };
  const words = rest.slice(rest.findIndex((word) => !OF_FOREACH.test(word)));
  return { words, taken, script: words.join(" ") };
}

/** Matches `-x`, `-ix`, `--exec` and difftool's `--extcmd`; the group is the script, if it is a part of the word. */
const HAS_SCRIPT = /^(?:-[gikmqrvy]*x|--(?:exec|extcmd)(?:=|$))(.*)$/s;
/** Options before the script of `submodule foreach`. */
const OF_FOREACH = /^(?:--recursive|-q|--quiet|--)$/;

function behind(wrapper: Runs, own: readonly string[]): Inner | undefined {
  const { values, operands = 0, verb, dashes, flag, orWords, wordsBehind } = wrapper;
  if (wordsBehind) return wordsAfter(own, wordsBehind);
  const from = verb ? own.slice(0, 8).findIndex((word) => verb.test(word)) + 1 : 0;
  if (verb && from === 0) return undefined;
  const isScriptOnly = values === undefined || (orWords && own.some((word) => flag?.test(word)));
  if (flag && isScriptOnly) return behindFlag(own, flag, wrapper.script === true);
  const end = dashes ? own.indexOf("--", from) : -1;
  let at = end === -1 ? from : end;
  for (let left = operands; at < own.length; at += 1) {
    const word = own[at]!;
    if (word === "--") {
      at += 1;
      break;
    }
    if (/^-./.test(word)) at += takesNext(word, values ?? "") ? 1 : 0;
    else if (left === 0) break;
    else left -= 1;
  }
  const [words, taken] = [own.slice(at), own.slice(0, at)];
  const isScript = wrapper.script || (flag && taken.some((word) => flag.test(word)));
  return { words, taken, ...(isScript && { script: words.join(" ") }) };
}
