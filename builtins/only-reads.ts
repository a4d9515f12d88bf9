import type { CallEvent } from "../agents/codec/hook-event.ts";
import { oneOf } from "../kit/word-pattern.ts";
import { isServers, toolKind, wordsOfTool } from "./tool-kind.ts";

const LOOKS = oneOf("read view cat list ls glob grep search find");
/** Words in the names of tools that do more than look, or let a model decide. */
const DOES_MORE = oneOf(`
  write edit editor multiedit patch replace insert append create save update put modify delete remove move rename copy
  run execute bash shell task agent todo set apply open web fetch
`);

/**
 * Whether a call is known to change no file: its tool's name says that it looks, or each command of its script only
 * prints. An unknown call may change one.
 */
export async function onlyReads({ toolName = "", toolCategory, toolInput }: CallEvent): Promise<boolean> {
  const kind = toolKind(toolName, toolCategory, toolInput);
  if (kind === "shell") return (await import("../shell/looks-only.ts")).looksOnly(toolInput);
  const words = wordsOfTool(toolName);
  return (
    kind === "tool" &&
    !isServers(toolName, toolCategory) &&
    words.some((word) => LOOKS.test(word)) &&
    !words.some((word) => DOES_MORE.test(word))
  );
}
