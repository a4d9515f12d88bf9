import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";

import type { Run } from "./run.ts";

type Event = Record<string, unknown>;
type Hook = ($: unknown, event: Event, next: (event: Event) => unknown) => unknown;
type Register = (on: (event: string, hook: Hook) => { catch(hook: Hook): void }) => void;

const FILE = join(import.meta.dirname, "../../dist/claude-mod.mjs");

/** The program, started with these words and this standard input. */
export type Program = (words: readonly string[], input: string) => Promise<Pick<Run, "exitCode" | "stdout">>;

/**
 * The built mod, loaded anew into a world as Claude Code's, which has no Node and no Buffer.
 * @returns sends an event, and gives what goes on, or what the mod decided alone
 */
export function builtMod(
  program: Program,
  cwd: string,
  clock: { now(): number } = Date,
): (name: string, event: Event) => Promise<Event> {
  if (!existsSync(FILE)) throw new Error("The tests load the built mod: run `npm run build` first.");
  const script = readFileSync(FILE, "utf8").replace(/export\s*\{\s*register\s*\};\s*$/, "register");
  const hooks: Record<string, { hook: Hook; failed?: Hook }> = {};
  (runInNewContext(script, { TextDecoder, Date: clock }) as Register)((event, hook) => {
    const entry: { hook: Hook; failed?: Hook } = { hook };
    hooks[event] = entry;
    return { catch: (failed) => void (entry.failed = failed) };
  });
  const host = {
    plugin: { root: "/plugin" },
    session: { id: () => "s", cwd: () => cwd },
    fs: { stat: async (path: string) => statSync(path) },
    process: { run: ([, ...words]: readonly string[], { stdin }: { stdin: string }) => program(words, stdin) },
  };
  return async (name, event) => {
    const { hook, failed } = hooks[name]!;
    try {
      return (await hook(host, event, (after) => after)) as Event;
    } catch {
      return failed!(host, event, (after) => after) as Event;
    }
  };
}

/** A row with this text, as a tool's result comes. */
export function rowOf(content: unknown): Event {
  return { door: "tool-result", message: { role: "user", content } };
}
