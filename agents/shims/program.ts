/** The common code of our plugins; the build puts it into each of them, so that a plugin is one file. */
import { spawn } from "node:child_process";

/** The program and the words before `hook`; an installer writes absolute paths here. */
const PROGRAM: readonly string[] = ["snapveil"];
const PATIENCE_MS = 20_000;

export type Fields = Record<string, unknown>;

/** The program's answer. Without any key there is nothing to do. */
export interface Answer {
  /** Why the event is refused. */
  readonly block?: string;
  readonly input?: Fields;
  readonly output?: Fields;
  /** As many messages as were sent, in their order. */
  readonly messages?: readonly string[];
  readonly prompt?: string;
  readonly context?: string;
  readonly notice?: string;
}

/** A started program, which answers a line with a line. */
type Started = ReturnType<typeof start>;

/** The program that has no event yet; each other one has one. */
let idle: Started | undefined;
let leaving: NodeJS.Timeout | undefined;
const LONGEST_IDLE_MS = 300_000;

/**
 * Hands the event to a program that has none, or starts one, without a shell. Rejects unless it answers in time with a
 * whole answer; then it is killed, and the next event gets another one.
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

/** JSON whose only line end is the last one: Node 25 reads U+2028 and U+2029 as such, too. */
function lineOf(event: Fields): string {
  return JSON.stringify(event).replace(/[\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);
}

/** The parser's own words could quote the answer, so they are left out. */
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
  child.stdin.on("error", () => {}); // it ended before it had read everything, which its exit code tells as well
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

/** Keeps a started program idle. It ends when its input does: with this process, or if another one is idle already. */
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

/** Sets whether the agent's process waits for the program. */
function hold(child: Started["child"], way: "ref" | "unref"): void {
  child[way]();
  for (const stream of [child.stdin, child.stdout] as { ref?(): void; unref?(): void }[]) stream[way]?.();
}

function worldOf(agent: string, cwd: string): string {
  return JSON.stringify([agent, cwd, process.env]);
}

/** The program that `snapveil install` puts into a plugin answers events alone, and knows no commands. */
export const takesCommands = PROGRAM[0]?.endsWith("snapveil-hook") !== true;

/** The program in the form in which a shell's line begins with it. */
export function commandLine(): string {
  return PROGRAM.map((word) => `"${word}"`).join(" ");
}

/** Runs a command of the program, and gives its output. */
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

/** A place that holds a text: an object or a list, and the key or index in it. */
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

/** Makes an object as another, in place at every depth. */
export function replace(target: Fields, source: Fields): void {
  for (const [key, value] of Object.entries(source)) {
    const old = target[key];
    if (isFields(old) && isFields(value)) replace(old, value);
    else target[key] = value;
  }
}

/** Replaces every text of a tool's result but `type`, which names the kind of a part of an MCP tool's result. */
export function withhold(result: Fields): void {
  for (const [holder, key] of slotsIn(result))
    if (key !== "type") holder[key] = "[snapveil could not check this output, so it was withheld]";
}
