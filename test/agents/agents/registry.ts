import type { RealAgent } from "../support/real-agent.ts";
import claudeCode from "./claude-code.ts";
import cline from "./cline.ts";
import { codex, codexScripts } from "./codex.ts";
import copilotCli from "./copilot-cli.ts";
import geminiCli from "./gemini-cli.ts";
import kilo from "./kilo.ts";
import opencode from "./opencode.ts";
import pi from "./pi.ts";
import qwenCode from "./qwen-code.ts";

export const REAL_AGENTS: readonly RealAgent[] = [
  claudeCode,
  geminiCli,
  codex,
  codexScripts,
  qwenCode,
  copilotCli,
  cline,
  opencode,
  kilo,
  pi,
];

/** What `.ci/run` plays: quickly there, and quickly run. The workflow of GitHub plays all. */
export const USUAL = ["claude-code", "gemini-cli", "codex", "codex-scripts", "pi"];
