import { oneOf } from "../kit/word-pattern.ts";
import { callView, type CallFacts, type CallView } from "./call-view.ts";

const LOOKS = oneOf("read view cat list ls glob grep search find");
/** Words in the names of tools that may change files, or that let a model decide. */
const DOES_MORE = oneOf(`
  write edit editor multiedit patch replace insert append create save update put modify delete remove move rename copy
  run execute bash shell task agent todo set apply open web fetch
`);

/**
 * Whether a call certainly changes no file: the tool's name says that it only looks, or every command of its script
 * only prints. An unknown tool or program may change a file.
 */
export function onlyReads(event: CallFacts): Promise<boolean> {
  const view = callView(event);
  return view.once(onlyReads, () => looks(view));
}

async function looks({ kind, words, isServers, shell }: CallView): Promise<boolean> {
  if (kind === "shell") {
    const { scripts, given } = shell;
    return given.length === 0 && (await import("../shell/doors/looks-only.ts")).looksOnly(scripts);
  }
  return (
    kind === "tool" &&
    !isServers &&
    words.some((word) => LOOKS.test(word)) &&
    !words.some((word) => DOES_MORE.test(word))
  );
}
