import { createInterface } from "node:readline/promises";

/** A question on the terminal; only a clear yes counts. Ctrl-C and the end of the input are a no. */
export async function ask(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const stopped = new AbortController();
  terminal.on("SIGINT", () => stopped.abort());
  terminal.on("close", () => stopped.abort());
  try {
    const answer = await terminal.question(`${question} [y/N] `, { signal: stopped.signal });
    return /^y(es)?$/i.test(answer.trim());
  } catch (error) {
    if (!stopped.signal.aborted) throw error;
    process.stdout.write("\n");
    return false;
  } finally {
    terminal.close();
  }
}
