import { basename, dirname, resolve } from "node:path";

import { oneOf } from "../kit/word-pattern.ts";
import { requestOf } from "./effects.ts";
import { kindOf } from "./programs.ts";
import { operandsOf } from "./read-options.ts";
import { formatted } from "./shell-variables.ts";

/** Stands for the answer of a server, in texts that are handed on; no script can hold it. */
export const DOWNLOADED = "\0downloaded\0";
/** Stands for some names of a folder. */
const SOME = "{}";

/** Tests of `find` that leave some files out. */
const NARROWING = oneOf(`
  -i?name -i?path -i?wholename -i?regex -i?lname -[acm](?:time|min|newer) -newer\\w* -size -empty -user -group -perm
  -inum -links -samefile -nouser -nogroup
`);

/** Tests of a name. */
const NAMES = /^-(?:i?name|i?path|i?wholename)$/;

/** The place of a command, as far as its output tells of it. */
interface Here {
  readonly folder: string | undefined;
  readonly root: string | undefined;
}

/**
 * The output of a command, as far as the effect of a command behind it depends on it: words, decoded texts, names of
 * files (`*` for all of a folder, `{}` for some), or that it came from a server.
 */
export function printed(name: string, own: readonly string[], fed: readonly string[], here: Here): readonly string[] {
  switch (name) {
    case "echo":
      return [unescaped(own.filter((word) => !/^-[neE]+$/.test(word)).join(" "))];
    case "printf":
      return [unescaped(formatted(own.filter((word) => word !== "--")))];
    case "pwd":
      return here.folder === undefined ? [] : [here.folder];
    case "mktemp":
      return ["/tmp/tmp.new"];
    case "git":
      return own.includes("--show-toplevel") && here.root !== undefined ? [here.root] : [];
    case "dirname":
      return own.length > 0 ? [dirname(own.at(-1)!)] : [];
    case "basename":
      return own.length > 0 ? [basename(own[0]!)] : [];
    case "realpath":
    case "readlink":
      return own.length > 0 && here.folder !== undefined ? [resolve(here.folder, own.at(-1)!)] : [];
    case "ls":
    case "dir":
      return listed(own);
    // Numbers, which stand for the programs that it was asked for.
    case "pgrep":
    case "pidof":
      return operandsOf(own).map((word) => `{${word}}`);
    case "seq":
      return [SOME];
    case "base64":
      return hasDecode(own) ? fed.map((text) => decoded(text, "base64")) : [];
    case "xxd":
      return own.some((word) => /^-\w*r/.test(word)) ? fed.map((text) => decoded(text, "hex")) : [];
    case "rev":
      return fed.map((text) => Array.from(text.slice(0, 10_000)).toReversed().join(""));
    case "gunzip":
    case "zcat":
    case "gzip":
    case "tee":
    case "sponge":
      return fed;
    default:
      return ofKind(name, own, fed);
  }
}

/** The names in a folder, without it, are some of any; files and patterns are printed as they are. */
function listed(own: readonly string[]): string[] {
  const operands = operandsOf(own);
  if (operands.length === 0) return own.some((word) => /^-\w*[aA]/.test(word)) ? ["*", ".*"] : ["*"];
  return operands.map((word) => (/[*?[]/.test(word) || own.includes("-d") ? word : SOME));
}

function ofKind(name: string, own: readonly string[], fed: readonly string[]): readonly string[] {
  const kind = kindOf(name);
  if (kind === "show") return fed;
  if (kind === "send") return (requestOf(name, own)?.output ?? "-") === "-" ? [DOWNLOADED] : [];
  // Some of the names, or all of a text that is not cut up here.
  return kind === "search" || kind === "part" ? fed.map((text) => (text === "*" ? SOME : text)) : [];
}

// The paths that `find` may come upon: `root/**/name` of a name that it looks for, `root/**/{}` of some that other
// tests choose, `root` itself without a test.
export function foundBy(own: readonly string[]): string[] {
  const at = own.findIndex((word) => /^[-!(]/.test(word) && !/^-[HLPO]\d?$/.test(word));
  const roots = (at === -1 ? own : own.slice(0, at)).filter((word) => !/^-[HLPO]\d?$/.test(word));
  const tests = at === -1 ? [] : own.slice(at);
  const isAsked = (index: number) => NAMES.test(tests[index - 1] ?? "") && !/^(?:!|-not)$/.test(tests[index - 2] ?? "");
  const asked = tests.filter((_, index) => isAsked(index)).map((name) => name.replace(/^.*\//s, ""));
  const below = tests[tests.indexOf("-maxdepth") + 1] === "1" && tests.includes("-maxdepth") ? "" : "**/";
  const names = asked.length > 0 ? asked : tests.some((word) => NARROWING.test(word)) ? [SOME] : [];
  return (roots.length > 0 ? roots : ["."]).flatMap((root) =>
    names.length === 0 ? [root] : names.map((name) => `${root.replace(/(?<=.)\/+$/, "")}/${below}${name}`),
  );
}

function hasDecode(own: readonly string[]): boolean {
  return own.some((word) => /^-\w*[dD]$|^--decode$/.test(word));
}

function decoded(text: string, encoding: "base64" | "hex"): string {
  return text.includes(DOWNLOADED) ? text : Buffer.from(text.replace(/\s/g, ""), encoding).toString("utf8");
}

/** `\x72`, `\162` and `\n`, as `printf` and `echo -e` write them. */
function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|(0?[0-7]{3}|0)|(n|t))/g,
    (_whole, hex?: string, octal?: string, letter?: string) =>
      letter === undefined
        ? String.fromCharCode(hex === undefined ? parseInt(octal!, 8) : parseInt(hex, 16))
        : letter === "n"
          ? "\n"
          : "\t",
  );
}
