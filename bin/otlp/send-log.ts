import type { LogEntry } from "../../builtins/doors/logs.ts";
import type { Io } from "../../kit/io.ts";
import { counted, printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";

/** Milliseconds after which the log is read again. */
const LOOK = 1000;
/** The most milliseconds between two tries while the collector cannot be reached. */
const LONGEST_WAIT = 60_000;

/** Sends entries of the log to an OpenTelemetry collector. @throws UserError if not all could be sent */
export async function sendOnce(io: Io, address: string, entries: readonly LogEntry[]): Promise<void> {
  const sender = await senderTo(io, address);
  try {
    io.writeStdout(`Sent ${counted(await sender.send(entries), "entry", "entries")}.\n`);
  } catch (error) {
    throw new UserError("notSent", [printable(wordsOf(error))], error);
  }
}

/**
 * Sends entries and then new ones, until the process is ended. While the collector cannot be reached, entries wait in
 * memory, and the person is told once.
 */
export async function followTo(
  io: Io,
  address: string,
  first: readonly LogEntry[],
  read: () => readonly LogEntry[],
): Promise<never> {
  const sender = await senderTo(io, address);
  let isTold = false;
  for (let entries = first, wait = LOOK; ; entries = read()) {
    try {
      await sender.send(entries);
      if (isTold) io.writeStderr("snapveil: the collector takes entries again.\n");
      [isTold, wait] = [false, LOOK];
    } catch (error) {
      if (!isTold) io.writeStderr(`snapveil: entries wait for the collector: ${printable(wordsOf(error))}\n`);
      [isTold, wait] = [true, Math.min(2 * wait, LONGEST_WAIT)];
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

async function senderTo(io: Io, address: string) {
  const { LogSender } = await import("./log-sender.ts");
  return new LogSender(io, address);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
