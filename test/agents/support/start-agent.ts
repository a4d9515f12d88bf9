import { spawn } from "node:child_process";
import { join } from "node:path";

import type { Run } from "../../support/run.ts";
import { folderOf } from "./install-agent.ts";
import type { RealAgent } from "./real-agent.ts";

/** Longer than any agent took; one that hangs must not hang the tests. */
const PATIENCE = 400_000;

interface How {
  readonly env: Record<string, string>;
  readonly cwd: string;
  /** When the agent and what it started are killed, if they still run. */
  readonly killed?: Promise<unknown>;
}

/** An agent's program, with what runs it and these words behind it. */
export function agentLine(
  { name, packages, program, node }: RealAgent,
  words: readonly string[],
): [string, ...string[]] {
  const modules = join(folderOf({ name, packages }), "node_modules");
  const file = join(modules, program);
  if (node === undefined) return [file, ...words];
  return [node === "this" ? process.execPath : join(modules, node.program), file, ...words];
}

/** Starts an agent's program with these words, and waits for its end. */
export function startAgent(real: RealAgent, words: readonly string[], { env, cwd, killed }: How): Promise<Run> {
  const [first, ...rest] = agentLine(real, words);
  return new Promise((resolve, reject) => {
    // A group of its own, so that what it leaves behind ends with it.
    const child = spawn(first, rest, { env, cwd, stdio: ["ignore", "pipe", "pipe"], detached: true });
    const end = () => {
      try {
        process.kill(-child.pid!, "SIGKILL");
      } catch {
        // nothing left of it
      }
    };
    void killed?.then(end);
    const timer = setTimeout(end, PATIENCE);
    const out = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (part: string) => (out.stdout += part));
    child.stderr.setEncoding("utf8").on("data", (part: string) => (out.stderr += part));
    child.on("error", reject);
    child.on("exit", () => setTimeout(end, 1_000).unref());
    child.on("close", (code) => {
      clearTimeout(timer);
      end();
      resolve({ ...out, exitCode: code ?? -1 });
    });
  });
}
