import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

import type { RealAgent } from "./real-agent.ts";

/** `SNAPVEIL_TEST_AGENTS_DIR`, else a folder of the user's cache: the agents are large and no part of the project. */
const CACHE =
  process.env["SNAPVEIL_TEST_AGENTS_DIR"] ??
  join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "snapveil-test-agents");

/** Where an agent's `node_modules` is, once it is installed. */
export function folderOf({ name, packages }: Pick<RealAgent, "name" | "packages">): string {
  const [first = name] = packages;
  const label = first.replace(/^@/, "").replace(/[^\w.-]+/g, "-");
  return join(CACHE, `${label}-${createHash("sha256").update(packages.join("\n")).digest("hex").slice(0, 8)}`);
}

/**
 * Installs an agent with npm, unless it is there already. No script of a package runs.
 * @returns what went wrong, in a sentence
 */
export function installAgent(agent: RealAgent): string | undefined {
  const folder = folderOf(agent);
  if (existsSync(folder)) return undefined;
  mkdirSync(CACHE, { recursive: true });
  // Under another name until it is whole: what is there is taken to be installed.
  const started = mkdtempSync(join(CACHE, ".installing-"));
  const words = [
    "install",
    "--prefix",
    started,
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    ...agent.packages,
  ];
  const { status, stderr, error } = spawnSync("npm", words, { encoding: "utf8", timeout: 300_000, cwd: started });
  if (status === 0 && existsSync(join(started, "node_modules", agent.program))) {
    try {
      renameSync(started, folder);
      return undefined;
    } catch (failure) {
      rmSync(started, { recursive: true, force: true });
      return existsSync(folder) ? undefined : String(failure);
    }
  }
  rmSync(started, { recursive: true, force: true });
  const line = stderr.split("\n").find((one) => one.includes("error"));
  return (
    line ?? error?.message ?? (status === 0 ? "its program is not in its package" : `npm ended with ${String(status)}`)
  );
}
