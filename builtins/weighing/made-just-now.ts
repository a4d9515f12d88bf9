import { followAt, isReadWhole, type Visitor } from "../../shell/doors/script.ts";
import { filesRead } from "../../shell/doors/effects.ts";
import { columnOf, kindOf } from "../../shell/doors/programs.ts";
import { MAKERS } from "../printed-value/names-in-code.ts";
import { areAmong } from "../printed-value/stores.ts";
import { callView, type CallFacts } from "../../call/call-view.ts";

/** A device with random bytes. */
const RANDOM = /^\/dev\/u?random$/;

/**
 * The name, for a notice, of the program with which a call generates a new secret; `undefined` for any other call, and
 * for one that also reads a file or a store, since its output may hold older secrets.
 */
export function makerOf(call: CallFacts): string | undefined {
  const { cwd } = call;
  const { scripts } = callView(call).shell;
  if (scripts.length !== 1 || scripts[0]!.length > 1000) return undefined;
  let maker: string | undefined;
  let isMore = false;
  const visitor: Visitor = {
    command({ words, reads }) {
      isMore ||= readsSecrets(words, reads);
      maker ??= makerAmong(words) ?? reads.find((word) => RANDOM.test(word));
    },
    unnamed: () => void (isMore = true),
  };
  const isRead = isReadWhole(() => followAt(scripts[0]!, cwd, { env: {} }, visitor));
  return isMore || !isRead ? undefined : maker;
}

function makerAmong([name = "", ...own]: readonly string[]): string | undefined {
  const lists = columnOf(name, "makes");
  if (areAmong([name, ...own], lists)) {
    const isPart = (word: string) => lists!.some((list) => list !== ".*" && areAmong([word], list.split(" ")));
    return [name, ...own.filter(isPart)].join(" ");
  }
  const makers = kindOf(name) === "code" ? own.flatMap((word) => MAKERS.exec(word)?.[0] ?? []) : [];
  return makers[0] ?? own.find((word) => RANDOM.test(word));
}

/** Whether a command prints variables, files or an entry of a store, which may be older secrets. */
function readsSecrets([name = "", ...own]: readonly string[], reads: readonly string[]): boolean {
  if (columnOf(name, "showsVariables") || columnOf(name, "keeps")?.[0].test(own.join(" "))) return true;
  if (areAmong([name, ...own], columnOf(name, "bare"))) return true;
  const files = [...filesRead(name, own).files, ...reads].filter((word) => !RANDOM.test(word) && !/^-?\d*$/.test(word));
  return files.length > 0 || (kindOf(name) === "echo" && own.some((word) => /[$`](?!\(\))/.test(word)));
}
