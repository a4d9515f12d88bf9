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
  /** As many as were sent, in their order. */
  readonly messages?: readonly string[];
  readonly prompt?: string;
  readonly context?: string;
  readonly notice?: string;
}

/**
 * Starts the program, without a shell, and reads its answer. Rejects unless it ends well with a whole answer or none.
 */
export function askProgram(agent: string, event: Fields, cwd: string): Promise<Answer> {
  const [file = "snapveil", ...words] = PROGRAM;
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...words, "hook", "--agent", agent], {
      cwd,
      stdio: ["pipe", "pipe", "ignore"],
      windowsHide: true,
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
    const parts: Buffer[] = [];
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(new Error(`snapveil could not check this (${why}), so it was not let through.`));
    };
    child.stdout.on("data", (part: Buffer) => parts.push(part));
    child.stdin.on("error", () => {}); // it ended before it had read everything, which its exit code tells as well
    child.on("error", () => fail("it could not be started"));
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      const text = Buffer.concat(parts).toString("utf8").trim();
      if (code !== 0) return fail(code === null ? `it was ended by ${String(signal)}` : `it ended with code ${code}`);
      if (text === "") return resolve({});
      try {
        const answer: unknown = JSON.parse(text);
        if (typeof answer === "object" && answer !== null && !Array.isArray(answer)) return resolve(answer as Answer);
      } catch {
        // said below; the parser's own words could quote the answer
      }
      return fail("its answer was not whole");
    });
    child.stdin.end(JSON.stringify(event));
  });
}

/** The program that `snapveil install` puts into a plugin answers events alone, and knows no commands. */
export const takesCommands = PROGRAM[0]?.endsWith("snapveil-hook") !== true;

/** The program as a shell's line begins with it. */
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

/** Every text of it but `type`, which names the kind of a part of an MCP tool's result. */
export function withhold(result: Fields): void {
  for (const [holder, key] of slotsIn(result))
    if (key !== "type") holder[key] = "[snapveil could not check this output, so it was withheld]";
}
