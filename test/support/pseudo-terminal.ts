import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import headless from "@xterm/headless";

/** Also for the script that draws the pictures, which runs from a folder of its own. */
const ROOT = existsSync(join(import.meta.dirname, "../package.json"))
  ? join(import.meta.dirname, "..")
  : join(import.meta.dirname, "../..");
const BINARY = join(ROOT, "dist/snapveil.cjs");

/** Escape sequences of keys. */
export const KEY = {
  up: "\u001b[A",
  down: "\u001b[B",
  pageDown: "\u001b[6~",
  pageUp: "\u001b[5~",
  home: "\u001b[H",
  end: "\u001b[F",
  shiftDown: "\u001b[1;2B",
  shiftUp: "\u001b[1;2A",
  enter: "\r",
  escape: "\u001b",
  backspace: "\u007f",
  tab: "\t",
  space: " ",
  ctrlC: "\u0003",
  ctrlA: "\u0001",
  ctrlR: "\u0012",
} as const;

export interface TerminalOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly columns?: number;
  readonly rows?: number;
}

export interface Ended {
  /** Negative where a signal ended it. */
  readonly exitCode: number;
  /** Whether the terminal was left without echo, line editing or signals. */
  readonly raw: boolean;
  readonly cursorHidden: boolean;
  readonly alternateScreen: boolean;
}

/** Why no pseudo-terminal can be had here; `undefined` where it can. Python's own module needs nothing to be built. */
export const missing: string | undefined =
  spawnSync("python3", ["-c", "import pty"]).status === 0
    ? undefined
    : "python3 is not there, which makes the pseudo-terminal";
if (missing !== undefined) process.stderr.write(`left out: what a person sees on a terminal, since ${missing}\n`);

/** A program on a terminal of a given size, with what a person would see there. */
export class PseudoTerminal {
  /** Everything that was written, as it was written. */
  output = "";
  readonly #screen: headless.Terminal;
  readonly #child: ChildProcess;
  readonly #ended: Promise<Ended>;
  #lastWrite = Date.now();
  #isCursorHidden = false;

  constructor(command: readonly string[], { env, cwd, columns = 80, rows = 24 }: TerminalOptions) {
    this.#screen = new headless.Terminal({ cols: columns, rows, allowProposedApi: true, convertEol: false });
    this.#screen.parser.registerCsiHandler({ prefix: "?", final: "h" }, (codes) => this.#mode(codes, false));
    this.#screen.parser.registerCsiHandler({ prefix: "?", final: "l" }, (codes) => this.#mode(codes, true));
    const folder = mkdtempSync(join(tmpdir(), "snapveil-pty-"));
    const result = join(folder, "result");
    this.#child = spawn(
      "python3",
      [join(ROOT, "test/support/pseudo-terminal.py"), String(columns), String(rows), result, ...command],
      { env: { TERM: "xterm-256color", ...env }, cwd, stdio: ["pipe", "pipe", "inherit"] },
    );
    const decoder = new TextDecoder();
    this.#child.stdout!.on("data", (part: Buffer) => {
      this.#lastWrite = Date.now();
      this.output += decoder.decode(part, { stream: true });
      this.#screen.write(part);
    });
    this.#child.stdin!.on("error", () => {});
    this.#ended = new Promise((resolve) => {
      this.#child.on("close", () => {
        if (!existsSync(result)) return rmSync(folder, { recursive: true, force: true }); // killed
        this.#screen.write("", () => {
          const told = JSON.parse(readFileSync(result, "utf8")) as Pick<Ended, "exitCode" | "raw">;
          rmSync(folder, { recursive: true, force: true });
          resolve({
            ...told,
            cursorHidden: this.#isCursorHidden,
            alternateScreen: this.#screen.buffer.active.type === "alternate",
          });
        });
      });
    });
  }

  press(...keys: readonly string[]): void {
    for (const key of keys) this.#child.stdin!.write(`${JSON.stringify({ keys: key })}\n`);
  }

  resize(columns: number, rows: number): void {
    this.#screen.resize(columns, rows);
    this.#child.stdin!.write(`${JSON.stringify({ size: [columns, rows] })}\n`);
  }

  /** Sends a signal to the program. */
  signal(name: string): void {
    this.#child.stdin!.write(`${JSON.stringify({ signal: name })}\n`);
  }

  /** The lines of the screen, without blanks at their ends. */
  lines(): string[] {
    const { active } = this.#screen.buffer;
    return Array.from(
      { length: this.#screen.rows },
      (_, row) =>
        active
          .getLine(active.baseY + row)
          ?.translateToString(true)
          .trimEnd() ?? "",
    );
  }

  screen(): string {
    return this.lines().join("\n");
  }

  /** The terminal itself, for its cells. */
  get emulator(): headless.Terminal {
    return this.#screen;
  }

  /** Waits until the screen shows something; fails with what it shows instead. */
  async shows(pattern: RegExp | string, patience = 300_000): Promise<string> {
    const started = Date.now();
    const found = () => (typeof pattern === "string" ? this.screen().includes(pattern) : pattern.test(this.screen()));
    while (!found()) {
      if (Date.now() - started > patience)
        throw new Error(`The screen never showed ${String(pattern)}, but:\n${this.screen()}`);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    return this.screen();
  }

  /** Waits until the program has written something. */
  async writes(text: string, patience = 300_000): Promise<void> {
    for (
      const started = Date.now();
      !this.output.includes(text);
      await new Promise((resolve) => setTimeout(resolve, 15))
    ) {
      if (Date.now() - started > patience)
        throw new Error(`It never wrote ${JSON.stringify(text)}, but:\n${this.screen()}`);
    }
  }

  /** Waits until nothing was written for a while. */
  async settles(quiet = 150): Promise<string> {
    do await new Promise((resolve) => setTimeout(resolve, 20));
    while (Date.now() - this.#lastWrite < quiet);
    return this.screen();
  }

  ends(): Promise<Ended> {
    return this.#ended;
  }

  /** For a test that failed half way. */
  kill(): void {
    this.#child.kill();
  }

  #mode(codes: readonly (number | number[])[], isOff: boolean): boolean {
    if (codes.includes(25)) this.#isCursorHidden = isOff;
    return false; // the emulator's own handler comes next
  }
}

/** The built binary on a terminal. */
export function snapveilOn(args: readonly string[], options: TerminalOptions): PseudoTerminal {
  return new PseudoTerminal([process.execPath, BINARY, ...args], options);
}
