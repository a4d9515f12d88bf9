import { loadAgent } from "../../agents/registry.ts";
import { isGenerated } from "../../redactors/doors/judge.ts";
import type { Finding } from "../../redactors/doors/finding.ts";
import type { Settings } from "../../worktree/doors/settings.ts";
import type { SearchedEvent } from "../searched-event.ts";
import type { FindingContext } from "../weigh-findings.ts";
import { whereItOpens } from "./where-it-opens.ts";

/** A line of settings: `NAME=value`, `name: value`, `"name": "value",`, `define('NAME', 'value')`. */
const SETTING =
  /^[\s>|-]*(?:(?:export\s+|set\s+)?["']?[A-Za-z_][\w.-]{1,60}["']?\s*(?:=>?|:)|define\(\s*["']\w+["']\s*,)\s*\S/;
/**
 * How many neighbouring lines of settings, the line with the secret included, show that a prompt contains pasted
 * settings.
 */
const LEAST_LINES = 2;

/**
 * The context in which findings in a prompt are weighed. If the agent accepts a rewritten prompt, a prompt is judged
 * like a text of the conversation. Otherwise, as a refused prompt has to be typed again, an uncertain finding counts
 * only if it looks pasted (see `isPasted`).
 */
export async function aroundPrompt(event: SearchedEvent, settings: Settings): Promise<FindingContext> {
  const { prompt, messages } = settings.redaction.minConfidence;
  if (await isTakenOut(event, settings)) return { least: messages, isUnseen: true };
  return { least: prompt, ...(prompt === "high" && { counts: isPasted }) };
}

/**
 * Whether a prompt's secret can be taken out: at an event of the prompt, or later from the messages with the prompt.
 */
async function isTakenOut({ dialect, raw }: SearchedEvent, settings: Settings): Promise<boolean> {
  const agent = await loadAgent(dialect);
  return agent.events.some((wireName) => {
    const { rewrite, lost } = agent.carries(wireName, raw, settings);
    return rewrite.includes("prompt") || lost === "later";
  });
}

/**
 * Whether a finding of medium certainty was pasted rather than written: a program made its value, a host of the network
 * stands beside it, or it stands among lines of settings.
 */
function isPasted(finding: Finding, text: string): boolean {
  if (isGenerated(text.slice(...finding.span)) || whereItOpens(finding, text) === "elsewhere") return true;
  const lines = text.split("\n");
  const at = text.slice(0, finding.span[0]).split("\n").length - 1;
  const near = lines.slice(Math.max(0, at - LEAST_LINES), at + LEAST_LINES + 1);
  return SETTING.test(lines[at]!) && near.filter((line) => SETTING.test(line)).length >= LEAST_LINES;
}
