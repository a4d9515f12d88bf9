import { emitKeypressEvents, type Key as NodeKey } from "node:readline";

import type { FullScreen, Key } from "../terminal/picker/screen.ts";
import { widthOf } from "../terminal/text-width.ts";

/**
 * Control sequences: the alternate screen, no cursor, no automatic wrapping (a terminal may compute other widths than
 * snapveil), and bracketed paste.
 */
const ENTER = "\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[?2004h";
const LEAVE = "\u001b[?2004l\u001b[?7h\u001b[?25h\u001b[?1049l";

/** Control sequences around a frame that the terminal shows at once (synchronized output). */
const FRAME = ["\u001b[?2026h\u001b[H", "\u001b[?2026l"] as const;

/** Milliseconds after which an escape character is taken for the Escape key and not for the start of a sequence. */
const ESCAPE = 50;

/** Signals at which the terminal is restored and the process ends, and the exit code for each. */
const SIGNALS = ["SIGTERM", "SIGHUP", "SIGINT"] as const;
const CODES = { SIGTERM: 143, SIGHUP: 129, SIGINT: 130 } as const;

/**
 * Runs `work` in full screen. The terminal is always restored: after an error, at a signal, at the end of the process.
 */
export async function withFullScreen<Result>(work: (screen: FullScreen) => Promise<Result>): Promise<Result> {
  const { stdin, stdout } = process;
  let listener: Parameters<FullScreen["listen"]>[0] | undefined;
  let isOpen = false;
  let isPasted = false;
  let held: NodeJS.Timeout | undefined;
  const open = () => {
    if (isOpen) return;
    isOpen = true;
    stdin.setRawMode(true);
    stdin.resume();
    stdout.write(ENTER);
  };
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    stdout.write(LEAVE);
    stdin.setRawMode(false);
    stdin.pause();
  };
  const resized = () => listener?.resize();
  const resumed = () => {
    clearInterval(held);
    open();
    resized();
  };
  const ended = (signal: keyof typeof CODES) => process.exit(CODES[signal]); // the `exit` listener calls `close`
  const pressed = (text: string | undefined, key: NodeKey) => {
    if (key.name === "paste-start" || key.name === "paste-end") return void (isPasted = key.name === "paste-start");
    const told = keyOf(text, key);
    if (isPasted && told.text === undefined) return; // a pasted line break is not the Enter key
    if (told.ctrl && told.name === "z" && process.platform !== "win32") {
      close();
      held = setInterval(() => {}, 60_000); // keeps the process alive until SIGCONT
      process.kill(process.pid, "SIGTSTP");
    } else if (listener) listener.key(told);
    else if (told.ctrl && told.name === "c") ended("SIGINT");
  };
  emitKeypressEvents(stdin, { escapeCodeTimeout: ESCAPE } as never);
  stdin.on("keypress", pressed);
  stdout.on("resize", resized);
  process.on("exit", close);
  process.on("SIGCONT", resumed);
  for (const signal of SIGNALS) process.on(signal, ended);
  open();
  try {
    return await work({
      get columns() {
        return stdout.columns || 80;
      },
      get rows() {
        return stdout.rows || 24;
      },
      draw(lines) {
        // A line of full width needs no erasing, and some terminals would erase its last character.
        const drawn = lines.map((line) => (widthOf(line) < this.columns ? `${line}\u001b[K` : line));
        stdout.write(`${FRAME[0]}${drawn.join("\r\n")}${FRAME[1]}`);
      },
      listen: (own) => void (listener = own),
    });
  } finally {
    close();
    stdin.off("keypress", pressed);
    stdout.off("resize", resized);
    process.off("exit", close);
    process.off("SIGCONT", resumed);
    for (const signal of SIGNALS) process.off(signal, ended);
  }
}

function keyOf(text: string | undefined, { name = "", ctrl = false, meta = false, shift = false }: NodeKey): Key {
  const isText = text !== undefined && !ctrl && !meta && !/[\u0000-\u001f\u007f-\u009f]/.test(text);
  return { name, ctrl, shift, ...(isText && { text }) };
}
