import antigravity from "./agents/antigravity.ts";
import auggie from "./agents/auggie.ts";
import claudeCode from "./agents/claude-code.ts";
import cline from "./agents/cline.ts";
import clineVscode from "./agents/cline-vscode.ts";
import codebuddy from "./agents/codebuddy.ts";
import codex from "./agents/codex.ts";
import copilotCli from "./agents/copilot-cli.ts";
import crush from "./agents/crush.ts";
import cursor from "./agents/cursor.ts";
import devin from "./agents/devin.ts";
import dockerAgent from "./agents/docker-agent.ts";
import droid from "./agents/droid.ts";
import geminiCli from "./agents/gemini-cli.ts";
import goose from "./agents/goose.ts";
import grok from "./agents/grok.ts";
import hermes from "./agents/hermes.ts";
import junie from "./agents/junie.ts";
import kilo from "./agents/kilo.ts";
import kimiCli from "./agents/kimi-cli.ts";
import kimiCode from "./agents/kimi-code.ts";
import kiro from "./agents/kiro.ts";
import kiroV3 from "./agents/kiro-v3.ts";
import letta from "./agents/letta.ts";
import opencode from "./agents/opencode.ts";
import pi from "./agents/pi.ts";
import openhands from "./agents/openhands.ts";
import qoder from "./agents/qoder.ts";
import qwenCode from "./agents/qwen-code.ts";
import starchild from "./agents/starchild.ts";
import vibe from "./agents/vibe.ts";
import vscodeCopilot from "./agents/vscode-copilot.ts";
import windsurf from "./agents/windsurf.ts";
import type { Installer } from "./installer.ts";

/** Every agent that hooks can be registered with, in the order of the matrix. */
export const INSTALLERS: readonly Installer[] = [
  dockerAgent,
  claudeCode,
  codex,
  geminiCli,
  qwenCode,
  copilotCli,
  vscodeCopilot,
  cursor,
  openhands,
  cline,
  clineVscode,
  kimiCode,
  kimiCli,
  kiro,
  kiroV3,
  vibe,
  crush,
  hermes,
  auggie,
  droid,
  grok,
  windsurf,
  goose,
  letta,
  starchild,
  antigravity,
  junie,
  devin,
  codebuddy,
  qoder,
  opencode,
  kilo,
  pi,
];

export function installerFor(name: string): Installer | undefined {
  return INSTALLERS.find(({ agent }) => agent === name);
}
