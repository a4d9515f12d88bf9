import { isatty, WriteStream } from "node:tty";

import type { Io } from "../kit/io.ts";
import { progressDrawer } from "../terminal/progress-line.ts";

/** The world for what a person types: where standard error is a terminal, a line there tells about long work. */
export function commandIo(io: Io): Io {
  const world: Io = { ...io, interactive: isatty(0) && isatty(1) };
  if (!isatty(2) || io.env["TERM"] === "dumb") return world;
  const drawer = progressDrawer(
    (text) => {
      try {
        io.writeStderr(text);
      } catch {
        // The terminal is gone or does not take more: a line about progress is no reason to stop half way.
      }
    },
    (process.stderr as WriteStream).columns || 80,
  );
  process.on("exit", drawer.hide);
  return {
    ...world,
    progress: (step) => drawer.report(step, io.now().getTime()),
    writeStdout(text) {
      drawer.hide();
      io.writeStdout(text);
    },
    writeStderr(text) {
      drawer.hide();
      io.writeStderr(text);
    },
  };
}
