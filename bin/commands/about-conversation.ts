import { AGENTS, isAgentName } from "../../agents/registry.ts";
import { inShell } from "../../kit/in-shell.ts";
import { printable } from "../../kit/text.ts";
import type { RestoreResult } from "../../shadow-repo/doors/restore.ts";

/**
 * Adds a note for each session whose steps were undone: the way to go back in the session's conversation, if the agent
 * documents one. The agent's transcripts are never edited.
 */
export async function withConversations(result: RestoreResult): Promise<RestoreResult> {
  if (!result.restored) return result;
  const sessions = new Map(result.undone.map((step) => [`${step.agent}\0${step.session_id}`, step]));
  const notes: string[] = [];
  for (const { agent = "", session_id: session } of sessions.values()) {
    // A shell would take an id that begins with `-` for an option.
    if (!isAgentName(agent) || session === null || session.startsWith("-")) continue;
    const { conversation } = (await AGENTS[agent].install?.())?.default ?? {};
    if (!conversation) continue;
    const { title } = (await AGENTS[agent].load()).default;
    const resume = conversation.resume.replace("ID", () => inShell(printable(session)));
    const back = conversation.back === undefined ? "" : `, then ${conversation.back}`;
    notes.push(`The conversation with ${title} stays as it is. To go back in it, too: ${resume}${back}`);
  }
  return { ...result, notes: [...result.notes, ...notes] };
}
