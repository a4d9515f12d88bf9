import { relative, sep } from "node:path";

/**
 * Paths below a home folder of the plans, memories and lists that agents keep for themselves. Settings, hooks and
 * skills are not among them.
 */
const NOTES = [
  /^\.claude\/(?:plans|todos|tasks|teams|agent-memory|scratchpad|session-memory)\/.+/,
  /^\.claude\/projects\/[^/]+\/(?:.+\/)?(?:memory|scratchpad|session-memory)\/.+/,
  /^\.codex\/(?:memories|memory|plans|notes|todos|tasks)\/.+/,
  /^\.gemini\/(?:tmp|memory|memories|plans|notes|todos|antigravity(?:-cli)?\/brain)\/.+/,
  /^\.(?:cursor|copilot|qwen|factory|windsurf|kiro|vibe)\/(?:plans|memories|memory|notes|todos|tasks)\/.+/,
];

/** Whether a file is a note that an agent keeps for itself and rewrites at any time, so that its loss is no harm. */
export function isAgentsNote(path: string, home: string | undefined): boolean {
  if (home === undefined) return false;
  const name = relative(home, path).split(sep).join("/");
  return /\.(?:md|mdx|txt|json|jsonl|ya?ml)$/i.test(name) && NOTES.some((one) => one.test(name));
}
