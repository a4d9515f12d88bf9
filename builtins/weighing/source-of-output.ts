import type { Io } from "../../kit/io.ts";
import { isReadWhole, type CallCommand } from "../../shell/doors/script.ts";
import { filesRead, requestOf } from "../../shell/doors/effects.ts";
import { isFar, kindOf, onlyPrints, programName } from "../../shell/doors/programs.ts";
import { followCall } from "../../call/follow-call.ts";
import { hostOf, isThisMachine } from "../hosts.ts";
import { type CallFacts } from "../../call/call-view.ts";

/**
 * The machine from which a command's output comes, by the words of the commands: another machine, or only a server of
 * this machine; `undefined` for any other output. The text of the output does not show it, since every machine calls
 * itself `localhost`.
 */
export function sourceOf(call: CallFacts, env: Io["env"]): "another machine" | "this machine's server" | undefined {
  let isOfFar = false;
  let asks = false;
  let isOther = false;
  const isWhole = isReadWhole(() =>
    followCall(call, env, {
      command(command) {
        isOfFar ||= comesFromFar(command.all, command.words);
        const hosts = hostsAsked(command);
        asks ||= hosts.length > 0;
        isOther ||= hosts.some((host) => !isThisMachine(host)) || showsFile(command);
        return [];
      },
      opens: ({ all, words }) => void (isOfFar ||= comesFromFar(all, words)),
    }),
  );
  if (isOfFar) return "another machine";
  return asks && isWhole && !isOther ? "this machine's server" : undefined;
}

/**
 * Whether a command's output comes from another machine. Only the program and wrappers before it count: any other word
 * may be any text (`grep ssh notes`).
 */
function comesFromFar(all: readonly string[], words: readonly string[]): boolean {
  const wrappers = new Set(words.slice(1));
  return all.some((word) => !wrappers.has(word) && isFar(programName(word)));
}

function hostsAsked({ words: [name = "", ...own] }: CallCommand): string[] {
  if (kindOf(name) !== "send") return [];
  return requestOf(name, own)?.operands.map((word) => hostOf(word) ?? word) ?? [];
}

function showsFile({ words: [name = "", ...own], reads }: CallCommand): boolean {
  return onlyPrints(name) && [...filesRead(name, own).files, ...reads].some((file) => file !== "-");
}
