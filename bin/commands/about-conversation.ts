import { AGENTS, isAgentName } from "../../agents/registry.ts";
import { inShell } from "../../kit/in-shell.ts";
import { printable } from "../../kit/text.ts";
import type { RestoreResult } from "../../shadow-repo/doors/restore.ts";

/**
 * Adds a note for each agent whose checkpoints were undone: the way to go back in the conversations of their sessions,
 * if the agent documents one. A turn that was undone in part is no reason to go back. The agent's transcripts are never
 * edited.
 */
export async function withConversations(result: RestoreResult): Promise<RestoreResult> {
  if (!result.restored) return result;
  const sessions = new Map<string, Set<string>>();
  for (const { id, scope, agent = "", session_id: session } of result.undone) {
    const share = result.shares?.get(id);
    if (scope !== "turn" || (share && !share.isLast)) continue;
    // A shell would take an id that begins with `-` for an option.
    if (session === null || session.startsWith("-")) continue;
    sessions.set(agent, (sessions.get(agent) ?? new Set()).add(session));
  }
  const notes: string[] = [];
  for (const [agent, ids] of sessions) {
    if (!isAgentName(agent)) continue;
    const { conversation } = (await AGENTS[agent].install?.())?.default ?? {};
    if (!conversation) continue;
    const { title } = (await AGENTS[agent].load()).default;
    const resume = [...ids]
      .map((id) => `\`${conversation.resume.replace("ID", () => inShell(printable(id)))}\``)
      .join(" or ");
    const back = conversation.back === undefined ? "" : `, then ${conversation.back}`;
    const stays = ids.size === 1 ? "conversation with" : `${ids.size} conversations with`;
    const verb = ids.size === 1 ? "stays as it is" : "stay as they are";
    notes.push(`The ${stays} ${title} ${verb}. To go back in ${ids.size === 1 ? "it" : "them"}, too: ${resume}${back}`);
  }
  return { ...result, notes: [...result.notes, ...notes] };
}
