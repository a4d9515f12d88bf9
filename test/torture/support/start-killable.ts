import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

import type { TortureWorld } from "./torture-world.ts";

const BINARY = join(import.meta.dirname, "../../../dist/snapveil.cjs");
const KILLER = join(import.meta.dirname, "kill-at.cjs");

/** When a process dies: at a call that touches the disk or starts git, or after some time together with its git. */
export type Death =
  | { readonly call: number; readonly half: boolean }
  | { readonly milliseconds: number }
  | { readonly countTo: string };

export interface Ended {
  readonly exitCode: number | null;
  /** Whether it died instead of coming to its end. */
  readonly killed: boolean;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
}

export function startKillable(
  world: TortureWorld,
  args: readonly string[],
  { input = "", death, cwd = world.root }: { readonly input?: string; readonly death?: Death; readonly cwd?: string },
): Promise<Ended> {
  if (!existsSync(BINARY)) throw new Error("The tests start the built binary: run `npm run build` first.");
  const preload = death && !("milliseconds" in death);
  const env = {
    ...world.env,
    ...(death && "call" in death && { SNAPVEIL_KILL_AT: `${death.call}${death.half ? ":half" : ""}` }),
    ...(death && "countTo" in death && { SNAPVEIL_KILL_COUNT: death.countTo }),
  };
  const started = Date.now();
  return new Promise((resolve, reject) => {
    // A process group of its own, so that git dies with it as at a power cut.
    const child = spawn(process.execPath, [...(preload ? ["--require", KILLER] : []), BINARY, ...args], {
      cwd,
      env,
      stdio: "pipe",
      detached: true,
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (part: Buffer) => (stdout += part.toString("utf8")));
    child.stderr.on("data", (part: Buffer) => (stderr += part.toString("utf8")));
    child.stdin.on("error", () => {});
    const timer =
      death && "milliseconds" in death ? setTimeout(() => killGroup(child.pid), death.milliseconds) : undefined;
    child.on("error", reject);
    child.on("close", (exitCode, signal) => {
      clearTimeout(timer);
      resolve({ exitCode, killed: signal === "SIGKILL", stdout, stderr, milliseconds: Date.now() - started });
    });
    child.stdin.end(input);
  });
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It ended by itself in this very moment.
  }
}

export function hookInput(world: TortureWorld, event: string, fields: Readonly<Record<string, string>> = {}): string {
  return JSON.stringify({ hook_event_name: event, session_id: "s", cwd: world.root, ...fields });
}
