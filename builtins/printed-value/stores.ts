import { columnOf } from "../../shell/doors/programs.ts";

const PASS_WITHOUT_ENTRY =
  /^(?:ls|list|insert|edit|rm|mv|cp|git|init|find|grep|generate|version|help|config|sync|mounts|recipients|otp-|--|$)/;

/** Whether a command prints only a secret, a stored or a new one: `op read …`, `openssl rand …`. */
export function printsBare(words: readonly string[]): boolean {
  const [program = "", first = ""] = words;
  if (program === "pass" || program === "gopass")
    return !PASS_WITHOUT_ENTRY.test(first) && !words.some((word) => word === "-h" || word === "--help");
  return areAmong(words, columnOf(program, "bare")) || areAmong(words, columnOf(program, "makes"));
}

/** Whether the words contain all words of one of the lists. Each word of a list is a pattern. */
export function areAmong(words: readonly string[], lists: readonly string[] = []): boolean {
  const isSaid = (asked: string) => {
    const one = new RegExp(`^(?:${asked})$`, "is");
    return words.some((word) => one.test(word));
  };
  return lists.some((list) => list.split(" ").every(isSaid));
}

const GET = /^(?:--)?get$|^(?:hget|getex|getdel|output|config|config:get|show-environment)$/i;

/**
 * The name of the value that a command such as `config get NAME` prints: the last part of a path, a key or a dotted
 * name. `""` if the name is that of no secret, `undefined` if the command gets no value.
 */
export function keptName([program = "", ...rest]: readonly string[]): string | undefined {
  if (columnOf(program, "gets") === undefined || !rest.some((word) => GET.test(word))) return undefined;
  const asked = rest.slice(rest.findLastIndex((word) => GET.test(word)) + 1);
  const from = asked.findIndex((word) => !word.startsWith("-"));
  const end = asked.findIndex((word, index) => index > from && word.startsWith("-"));
  const last = from === -1 ? "" : (asked.slice(from, end === -1 ? undefined : end).at(-1) as string);
  const name = last.split(/[./:]/).at(-1) ?? "";
  return /^(?:signingkey|helper)$/i.test(name) ? "" : name;
}
