import antigravity from "../agents/antigravity.install.ts";
import auggie from "../agents/auggie.install.ts";
import claudeCode from "../agents/claude-code.install.ts";
import cline from "../agents/cline.install.ts";
import clineVscode from "../agents/cline-vscode.install.ts";
import codebuddy from "../agents/codebuddy.install.ts";
import codex from "../agents/codex.install.ts";
import copilotCli from "../agents/copilot-cli.install.ts";
import crush from "../agents/crush.install.ts";
import cursor from "../agents/cursor.install.ts";
import devin from "../agents/devin.install.ts";
import dockerAgent from "../agents/docker-agent.install.ts";
import droid from "../agents/droid.install.ts";
import geminiCli from "../agents/gemini-cli.install.ts";
import goose from "../agents/goose.install.ts";
import grok from "../agents/grok.install.ts";
import hermes from "../agents/hermes.install.ts";
import junie from "../agents/junie.install.ts";
import kilo from "../agents/kilo.install.ts";
import kimiCli from "../agents/kimi-cli.install.ts";
import kimiCode from "../agents/kimi-code.install.ts";
import kiro from "../agents/kiro.install.ts";
import kiroV3 from "../agents/kiro-v3.install.ts";
import letta from "../agents/letta.install.ts";
import opencode from "../agents/opencode.install.ts";
import pi from "../agents/pi.install.ts";
import openhands from "../agents/openhands.install.ts";
import qoder from "../agents/qoder.install.ts";
import qwenCode from "../agents/qwen-code.install.ts";
import starchild from "../agents/starchild.install.ts";
import vibe from "../agents/vibe.install.ts";
import vscodeCopilot from "../agents/vscode-copilot.install.ts";
import windsurf from "../agents/windsurf.install.ts";
import type { Installer } from "../agents/formats/installer.ts";

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
