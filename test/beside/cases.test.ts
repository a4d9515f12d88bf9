import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import claudeCode from "../agents/agents/claude-code.ts";
import { codex } from "../agents/agents/codex.ts";
import { folderOf } from "../agents/support/install-agent.ts";
import type { RealAgent } from "../agents/support/real-agent.ts";
import { sharedFile } from "../support/shared-folder.ts";

/** Each file is a script that exits with 1 while the fault that it describes is there. */
const CASES = sharedFile("cases")!;
const DIST = join(import.meta.dirname, "../../dist");
const PROGRAM = join(DIST, "snapveil.cjs");

/** Cases that install an agent themselves, and so depend on the network. */
const NETWORK = new Set(["claude-rewrite-lost.sh"]);

describe("cases of security, each in a mount namespace of its own", () => {
  const isRoot = process.getuid?.() === 0 && spawnSync("unshare", ["-m", "true"]).status === 0;
  for (const file of scripts("security"))
    test.skipIf(!isRoot)(basename(file), () => {
      play(file, { SV: `node ${PROGRAM}`, LAUNCHER: join(DIST, "snapveil") });
    });
});

describe("cases of agents and their files", () => {
  const claude = programOf(claudeCode);
  const codexProgram = programOf(codex);
  for (const file of scripts("agents")) {
    const name = basename(file);
    const isMissing =
      NETWORK.has(name) ||
      (name.startsWith("claude-") && claude === undefined) ||
      (name.startsWith("codex-") && codexProgram === undefined);
    test.skipIf(isMissing)(name, () => {
      play(file, { SNAPVEIL: PROGRAM, CLAUDE: claude ?? "", CODEX_BIN: dirname(codexProgram ?? "/") });
    });
  }
});

function scripts(folder: string): string[] {
  const names = readdirSync(join(CASES, folder)).filter((name) => name.endsWith(".sh") && name !== "lib.sh");
  return names.sort().map((name) => join(CASES, folder, name));
}

function play(file: string, env: Readonly<Record<string, string>>): void {
  const { status, stdout, stderr } = spawnSync("bash", [file, PROGRAM], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...env },
    cwd: join(DIST, ".."),
    timeout: 150_000,
  });
  expect({ status, said: status === 0 ? "" : `${stdout}\n${stderr}` }).toEqual({ status: 0, said: "" });
}

/** The program of an agent that `npm run test:agents` has installed, or `undefined`. */
function programOf(agent: RealAgent): string | undefined {
  const program = join(folderOf(agent), "node_modules", agent.program);
  return existsSync(program) ? program : undefined;
}
