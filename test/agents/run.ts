import { spawnSync } from "node:child_process";

import { REAL_AGENTS, USUAL } from "./agents/registry.ts";
import { installAgent } from "./support/install-agent.ts";
import { VARIABLE } from "./support/installed.ts";

/** Names of agents, `all`, or nothing for those that every check runs. */
const words = process.argv.slice(2);
const known = REAL_AGENTS.map(({ name }) => name);
const unknown = words.filter((word) => word !== "all" && !known.includes(word));
if (unknown.length > 0) {
  say(`no agent named ${unknown.join(", ")}; there are ${known.join(", ")} and all`);
  process.exit(2);
}
const wanted = words.includes("all") ? known : words.length > 0 ? words : USUAL;
const installed = REAL_AGENTS.filter((agent) => wanted.includes(agent.name)).filter((agent) => {
  const started = Date.now();
  const problem = installAgent(agent);
  say(
    problem === undefined
      ? `${agent.name}: ${agent.packages.join(", ")}, there after ${seconds(started)}`
      : `${agent.name}: left out, since it cannot be installed: ${problem}`,
  );
  return problem === undefined;
});

const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/agents/vitest.config.ts"];
const started = Date.now();
const { status } = spawnSync(...inNamespace([process.execPath, ...vitest]), {
  stdio: "inherit",
  env: { ...process.env, [VARIABLE]: installed.map(({ name }) => name).join(",") },
});
say(`${installed.length} agents played their scripts in ${seconds(started)}`);
process.exit(status ?? 1);

/** The command in a network namespace that has nothing but its own loopback, where this machine lets us make one. */
function inNamespace(command: readonly string[]): [string, string[]] {
  const script = 'ip link set lo up && exec "$@"';
  const fenced = ["-rn", "sh", "-c", script, "sh"];
  const { status: failed, stderr, error } = spawnSync("unshare", [...fenced, "true"], { encoding: "utf8" });
  if (failed === 0) return ["unshare", [...fenced, ...command]];
  say(
    `no network namespace, so the agents could reach the network if they wanted to: ${error?.message ?? stderr.trim()}`,
  );
  const [file, ...rest] = command;
  return [file!, rest];
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
