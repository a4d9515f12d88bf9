import type { Json } from "../../kit/json.ts";
import type { Call } from "../call.ts";
import { filesRead } from "../../shell/doors/effects.ts";
import { foundBy, isOfAnyName, type Budget, type CallCommand, type Visitor } from "../../shell/doors/script.ts";
import { operandsOf } from "../../shell/doors/options.ts";
import { kindOf } from "../../shell/doors/programs.ts";
import { followCall } from "../../call/follow-call.ts";
import { filesInCode } from "./files-in-code.ts";
import { printsNothing, withoutNamed } from "./only-names.ts";
import type { Secret, SecretPlaces } from "./secret-place.ts";
import { isRespelled } from "./respelled.ts";
import { secretsPrinted, showsLoaded, variablesShown } from "./secrets-printed.ts";

/** A word that is only a variable or the output of a command, so that nothing of it is known. */
const UNKNOWN = /^\$\{?\w+\}?$|^\$\(\)$/;

/** The first file of secrets that a call of the shell would print, send or copy. */
export function findReadSecret(
  shellCall: { readonly toolInput?: Json; readonly cwd: string },
  places: SecretPlaces,
  { io, remark }: Pick<Call, "io" | "remark">,
  { budget, isRespelledOnly }: { readonly budget: Budget; readonly isRespelledOnly: boolean },
): Secret | undefined {
  let found: Secret | undefined;
  /** The first file of variables that the shell has loaded (`. .env`) without printing it. */
  let loaded: Secret | undefined;
  const respelled = new RespelledSecrets((command) => readOf(command, places, remark));
  const visitor: Visitor = {
    command(command) {
      const { words, folder, all } = command;
      const [name = "", ...own] = words;
      if (isRespelledOnly) {
        found ??= respelled.shownBy(command);
        return respelled.outputOf(command);
      }
      if (/^(?:source|\.)$/.test(name)) loaded ??= readOf(command, places, remark);
      else found ??= readOf(command, places, remark);
      if (loaded && showsLoaded(words)) found ??= loaded;
      const printed = secretsPrinted(name, own) ?? (repeats(words) ? AS_ITS_WORD : undefined);
      if (printed !== undefined && isShown(command)) found ??= places.named(printable(words), printed);
      if (printed !== undefined && command.isInWord) return [IN_WORD];
      found ??= places.find(variablesShown(all), folder);
      // If `ls` is given names of files, it prints these names, so the next command may read its output as paths.
      return name === "ls" && operandsOf(own).length > 0 ? operandsOf(own) : undefined;
    },
    opens({ words, reads }, _scripts, _pipeline, known) {
      // `ssh` sends the files on its input to the other machine, whatever the script does with them.
      if (words[0] === "ssh" && !isRespelledOnly) found ??= places.find(reads, known ?? shellCall.cwd);
    },
    found: namesFound,
  };
  followCall(shellCall, io.env, visitor, budget);
  return found;
}

/** Finds the files of secrets that commands print in other letters, also by way of a word: `echo $(base64 .env | rev)`. */
class RespelledSecrets {
  readonly #readOf: (command: CallCommand) => Secret | undefined;
  /** The secret that a pipeline prints into a word. */
  readonly #intoWords = new Map<CallCommand["pipeline"], Secret>();

  constructor(readBy: (command: CallCommand) => Secret | undefined) {
    this.#readOf = readBy;
  }

  /** The file of secrets that a command shows in other letters. */
  shownBy(command: CallCommand): Secret | undefined {
    if (repeats(command.words) && isShown(command)) return this.#intoWords.values().next().value;
    if (!isRespelled(command)) return undefined;
    const read = this.#readOf(command);
    if (!command.isInWord) return read;
    if (read) this.#intoWords.set(command.pipeline, read);
    return undefined;
  }

  /** The output of the last command of a pipeline that prints into a word; `undefined` for other commands. */
  outputOf({ all, pipeline }: CallCommand): readonly string[] | undefined {
    return this.#intoWords.has(pipeline) && pipeline.at(-1)?.all === all ? [IN_WORD] : undefined;
  }
}

/** The mark for a secret that a command prints into a word: `$(gh auth token)`. No script can contain it. */
const IN_WORD = "\u0003secret\u0003";
const AS_ITS_WORD = "a secret, which a command prints into its words";

function repeats([name = "", ...own]: readonly string[]): boolean {
  return kindOf(name) === "echo" && own.some((word) => word.includes(IN_WORD));
}

function printable(words: readonly string[]): string {
  return words.join(" ").replaceAll(IN_WORD, "$(…)");
}

/** Whether the output of a command is shown, also if further commands pass it on: `… | base64 -d`. */
function isShown({ isTaken, isInWord, redirects, pipeline, all }: CallCommand): boolean {
  if (!isTaken) return true;
  const place = pipeline.findIndex((one) => one.all === all);
  if (isInWord || place === -1 || goAway(redirects)) return false;
  const behind = pipeline.slice(place + 1);
  return behind.every(
    (one) =>
      one.script === undefined &&
      !goAway(one.redirects) &&
      /^(?:show|part|select)$/.test(kindOf(one.words[0] ?? "") ?? "") &&
      !printsNothing(one.words[0]!, one.words.slice(1)),
  );
}

function goAway(redirects: CallCommand["redirects"]): boolean {
  return redirects.some(({ errors }) => errors !== true);
}

function readOf(command: CallCommand, places: SecretPlaces, remark: Call["remark"]): Secret | undefined {
  const { folder, words, input } = command;
  const [name = "", ...own] = words;
  const { files, folders = [], unless } = filesRead(name, own);
  if (unless !== undefined && places.find([unless], folder)) return undefined;
  const reads = printsNothing(name, own) ? [] : command.reads;
  const named = withoutNamed([...files, ...reads, ...filesInCode(name, own, input)], command);
  if (named.some((word) => UNKNOWN.test(word)))
    remark?.("Which file is read is not known where a variable or the output of a command names it, so that passes.");
  return places.find(named, folder) ?? places.findIn(folders, folder);
}

/**
 * The paths that `find` passes to a command (`-exec`, `xargs`): files with the searched names, or all files below the
 * folders.
 */
function namesFound(own: readonly string[]): string[] {
  return foundBy(own).flatMap((path) => {
    if (!path.includes("/**/") && !own.includes(path)) return [path];
    const [folder = ".", name = "{}"] = path.split("/**/");
    const isNamed = !isOfAnyName(name);
    return (isNamed ? [name] : ["*", ".*"]).map((one) => `${folder.replace(/(?<=.)\/+$/, "")}/${one}`);
  });
}
