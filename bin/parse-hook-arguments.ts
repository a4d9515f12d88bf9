import type { HookRequest } from "../hook/dispatch.ts";
import { UserError } from "../kit/user-error.ts";

/**
 * The words after `hook`: options of ours, then the builtin's name; everything after that goes to the builtin verbatim.
 * @throws UserError on an unknown option or a missing value
 */
export function parseHookArguments(words: readonly string[]): HookRequest {
  const options: { agent?: string; event?: string } = {};
  let index = 0;
  for (; index < words.length; index += 1) {
    const word = words[index]!;
    if (word === "--") {
      index += 1;
      break;
    }
    if (!word.startsWith("-")) break;
    const [name, inline] = split(word);
    if (name !== "--agent" && name !== "--event") throw new UserError("unknownOption", [word]);
    const value = inline ?? words[(index += 1)];
    if (value === undefined) throw new UserError("missingValue", [name]);
    options[name === "--agent" ? "agent" : "event"] = value;
  }
  const [builtin, ...args] = words.slice(index);
  return { ...options, ...(builtin !== undefined && { builtin }), args };
}

function split(word: string): [name: string, inline: string | undefined] {
  const at = word.indexOf("=");
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}
