import type { Json } from "../../kit/json.ts";
import type { Call } from "../call.ts";
import { filesRead } from "../../shell/effects.ts";
import { followCall, type CallCommand } from "../../shell/follow-call.ts";
import { printed as printedBy, searchedBy } from "../../shell/printed.ts";
import { operandsOf } from "../../shell/read-options.ts";
import { TooMuchScript } from "../../shell/shell-variables.ts";
import { filesInCode, scriptsOfCode } from "./files-in-code.ts";
import type { Secret, SecretPlaces } from "./secret-place.ts";
import { secretsPrinted, variablesShown } from "./secrets-printed.ts";

/** Scripts in code in scripts. */
const DEEPEST = 3;
/** A word that is nothing but what is not known. */
const UNKNOWN = /^\$\{?\w+\}?$|^\$\(\)$/;

/** The first file of secrets that a call of the shell would show, send or copy. */
export function readByCall(
  shellCall: { readonly toolInput?: Json; readonly cwd: string },
  places: SecretPlaces,
  call: Pick<Call, "io" | "remark">,
  depth = 0,
): Secret | undefined {
  let found: Secret | undefined;
  /** What `find` names, for the script that it starts. */
  let names: readonly string[] = [];
  const opens = ({ found: by }: Pick<CallCommand, "found">) => void (by && (names = foundBy(by)));
  const visit = (command: CallCommand): readonly string[] => {
    opens(command);
    const { folder } = command;
    const [name = "", ...own] = filled(command, names);
    const fed = command.readsWords ? [] : command.input;
    found ??= readBy(command, [name, ...own], fed, places, call.remark);
    const printed = command.isTaken ? undefined : secretsPrinted(name, own);
    if (printed !== undefined) found ??= places.named([name, ...own].join(" "), printed);
    found ??= places.find(variablesShown(command.all), folder);
    if (found === undefined && depth < DEEPEST)
      for (const script of scriptsOfCode(name, own, fed))
        found ??= readByCall({ toolInput: script, cwd: folder }, places, call, depth + 1);
    if (name === "find") return foundBy(own);
    return name === "ls" ? listedBy(own) : printedBy(name, own, fed, { folder, root: undefined });
  };
  try {
    followCall(shellCall, call.io.env, visit, opens);
  } catch (error) {
    if (!(error instanceof TooMuchScript)) throw error;
    call.remark?.("A script that makes more of itself than can be read passes.");
  }
  return found;
}

function readBy(
  { folder, reads }: CallCommand,
  [name = "", ...own]: readonly string[],
  fed: readonly string[],
  places: SecretPlaces,
  remark: Call["remark"],
): Secret | undefined {
  const { files, folders = [], unless } = filesRead(name, own);
  if (unless !== undefined && places.find([unless], folder)) return undefined;
  const named = [...files, ...reads, ...filesInCode(name, own, fed)];
  if (named.some((word) => UNKNOWN.test(word)))
    remark?.("Which file is read is not known where a variable or the output of a command names it, so that passes.");
  return places.find(named, folder) ?? places.findIn(folders, folder);
}

/** The command's words, with those that it is fed and those that `find` puts in. */
function filled({ words, readsWords, input }: CallCommand, names: readonly string[]): readonly string[] {
  const fed = readsWords ? input.flatMap((text) => text.split(/\s+/)).filter((word) => word !== "") : [];
  const put = fed.length > 0 ? fed : names;
  if (put.length > 0 && words.some((word) => word.includes("{}")))
    return words.flatMap((word) => (word.includes("{}") ? put.map((one) => word.replaceAll("{}", () => one)) : [word]));
  return [...words, ...fed];
}

/** What `ls` may print. */
function listedBy(own: readonly string[]): readonly string[] {
  const named = operandsOf(own);
  if (named.length > 0) return named;
  return own.some((word) => /^-\w*[aA]/.test(word)) ? ["*", ".*"] : ["*"];
}

/** What `find` may name: files below its folders that are called as it asks, or any in them. */
function foundBy(own: readonly string[]): string[] {
  const { roots, tests } = searchedBy(own);
  const asked = tests.filter((_, at) => /^-(?:i?name|i?path|i?wholename)$/.test(tests[at - 1] ?? ""));
  return roots.flatMap((root) =>
    (asked.length > 0 ? asked : ["*", ".*"]).map((name) => `${root.replace(/(?<=.)\/+$/, "")}/${name}`),
  );
}
