/** Code that all plugins share. The build copies it into each plugin, so that a plugin is one file. */
import { spawn } from "node:child_process";

/** The words that start the program; `snapveil install` replaces them by absolute paths. */
const PROGRAM: readonly string[] = ["snapveil"];
const PATIENCE_MS = 20_000;

export type Fields = Record<string, unknown>;

/** The program's answer. An empty object changes nothing. */
export interface Answer {
  /** The reason why the event is refused. */
  readonly block?: string;
  /** The question to the person whether the call may run. */
  readonly ask?: string;
  readonly input?: Fields;
  readonly output?: Fields;
  /** The rewritten messages, in the number and order of those that were sent. */
  readonly messages?: readonly string[];
  readonly prompt?: string;
  readonly context?: string;
  readonly notice?: string;
}

/** A running program, which answers each line with a line. */
type Started = ReturnType<typeof start>;

/** A running program that waits for an event. A program that is answering an event is not in this variable. */
let idle: Started | undefined;
let leaving: NodeJS.Timeout | undefined;
const LONGEST_IDLE_MS = 300_000;

/**
 * Sends the event to the waiting program, or to a new one, which is started without a shell. Rejects, and kills the
 * program, unless a valid answer comes in time.
 */
export function askProgram(agent: string, event: Fields, cwd: string): Promise<Answer> {
  const started = takeIdle(agent, cwd) ?? start(agent, cwd);
  const { child } = started;
  return new Promise((resolve, reject) => {
    let text = "";
    const finish = (why?: string) => {
      clearTimeout(timer);
      child.stdout.removeAllListeners("data");
      child
        .removeAllListeners("close")
        .removeAllListeners("error")
        .on("error", () => {});
      const answer = why === undefined ? parse(text) : undefined;
      if (answer && text.endsWith("\n")) keepIdle(started);
      else child.kill("SIGKILL");
      if (answer) return resolve(answer);
      reject(
        new Error(`snapveil could not check this (${why ?? "its answer was not whole"}), so it was not let through.`),
      );
    };
    const timer = setTimeout(() => finish("it took too long"), PATIENCE_MS);
    child.stdout.on("data", (part: string) => {
      text += part;
      if (text.endsWith("\n")) finish();
    });
    child.on("error", () => finish("it could not be started"));
    child.on("close", (code, signal) => {
      if (code !== 0) return finish(code === null ? `it was ended by ${String(signal)}` : `it ended with code ${code}`);
      text = text.trim();
      return finish();
    });
    child.stdin.write(`${lineOf(event)}\n`);
  });
}

/** The event as one line of JSON. U+2028 and U+2029 are escaped, because Node 25 takes these for line ends. */
function lineOf(event: Fields): string {
  return JSON.stringify(event).replace(/[\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);
}

/**
 * The parsed answer; `undefined` if it is no JSON object. The parser's error is dropped, because its message could
 * quote the answer.
 */
function parse(text: string): Answer | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === "object" && answer !== null && !Array.isArray(answer) ? (answer as Answer) : undefined;
  } catch {
    return undefined;
  }
}

function start(agent: string, cwd: string) {
  const [file = "snapveil", ...words] = PROGRAM;
  const child = spawn(file, [...words, "hook", "--lines", "--agent", agent], {
    cwd,
    stdio: ["pipe", "pipe", "ignore"],
    windowsHide: true,
  });
  child.stdout.setEncoding("utf8");
  child.stdin.on("error", () => {}); // the program ended before it read the event; `close` reports that, too
  return { child, world: worldOf(agent, cwd) };
}

function takeIdle(agent: string, cwd: string): Started | undefined {
  const started = idle;
  idle = undefined;
  if (started === undefined) return undefined;
  clearTimeout(leaving);
  const { child, world } = started;
  hold(child, "ref");
  if (child.exitCode === null && child.signalCode === null && world === worldOf(agent, cwd)) return started;
  child.stdin.end();
  return undefined;
}

/**
 * Keeps a program waiting for the next event. The program ends when its input ends: with this process, after
 * `LONGEST_IDLE_MS`, or at once if another program is waiting already.
 */
function keepIdle(started: Started): void {
  const { child } = started;
  hold(child, "unref");
  if (idle) return void child.stdin.end();
  idle = started;
  leaving = setTimeout(() => {
    idle = undefined;
    child.stdin.end();
  }, LONGEST_IDLE_MS);
  leaving.unref();
}

/** Makes the running program keep the agent's process alive (`ref`) or not (`unref`). */
function hold(child: Started["child"], way: "ref" | "unref"): void {
  child[way]();
  for (const stream of [child.stdin, child.stdout] as { ref?(): void; unref?(): void }[]) stream[way]?.();
}

function worldOf(agent: string, cwd: string): string {
  return JSON.stringify([agent, cwd, process.env]);
}

/**
 * The launcher that `snapveil install` writes into a plugin can only answer events, so the plugin registers no
 * commands.
 */
export const takesCommands = PROGRAM[0]?.endsWith("snapveil-hook") !== true;

/** The words that start the program, quoted for a shell. */
export function commandLine(): string {
  return PROGRAM.map((word) => `"${word}"`).join(" ");
}

/** Runs a command of the program and returns what it printed. */
export function runProgram(words: readonly string[], cwd: string): Promise<{ isDone: boolean; text: string }> {
  const [file = "snapveil", ...first] = PROGRAM;
  return new Promise((resolve) => {
    const child = spawn(file, [...first, ...words], { cwd, stdio: ["ignore", "pipe", "pipe"], windowsHide: true });
    const parts: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => parts.push(part));
    child.on("error", () => resolve({ isDone: false, text: "snapveil could not be started." }));
    child.on("close", (code) => resolve({ isDone: code === 0, text: Buffer.concat(parts).toString("utf8").trim() }));
  });
}

/** The position of a text: an object or a list, and the key or index of the text in it. */
export type Slot = readonly [holder: Fields, key: string];

export function slotOf(holder: unknown, key: string): Slot[] {
  return isFields(holder) && typeof holder[key] === "string" ? [[holder, key]] : [];
}

/** Every text in a value, at any depth. */
export function slotsIn(value: unknown): Slot[] {
  if (!isFields(value)) return [];
  return Object.keys(value).flatMap((key) =>
    typeof value[key] === "string" ? [[value, key] as const] : slotsIn(value[key]),
  );
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

export function read([holder, key]: Slot): string {
  return holder[key] as string;
}

export function fill(slots: readonly Slot[], texts: readonly string[] | undefined): void {
  if (texts === undefined) return;
  if (texts.length !== slots.length)
    throw new Error("snapveil could not check this (its answer was not whole), so it was not let through.");
  for (const [index, [holder, key]] of slots.entries()) holder[key] = texts[index];
}

/** Makes `target` equal to `source` in place, at every depth; keys that only `target` has stay. */
export function replace(target: Fields, source: Fields): void {
  for (const [key, value] of Object.entries(source)) {
    const old = target[key];
    if (isFields(old) && isFields(value)) replace(old, value);
    else target[key] = value;
  }
}

/** Replaces every text of a tool's result except `type`, which is the kind of a part in an MCP tool's result. */
export function withhold(result: Fields): void {
  for (const [holder, key] of slotsIn(result))
    if (key !== "type") holder[key] = "[snapveil could not check this output, so it was withheld]";
}
