import type { Agent } from "../agents/codec/agent.ts";
import type { Installer, Where } from "../agents/formats/installer.ts";
import { otherHooks } from "../agents/formats/other-hooks.ts";
import { redactName } from "../builtins/doors/masking.ts";
import type { Call } from "../builtins/doors/table.ts";
import { counted, printable } from "../kit/text.ts";
import { limit, type Check } from "./check.ts";

/** The most hooks that the message names, and the most characters of each. */
const [NAMED, LONGEST] = [5, 80] as const;

/**
 * Warns if there are other hooks before a tool: the agent may use their arguments instead of snapveil's redacted ones.
 */
export async function checkOthers(
  installer: Installer,
  agent: Agent,
  where: Where,
  searcher: Pick<Call, "io" | "settings">,
): Promise<Check[]> {
  const others = otherHooks(installer, agent, where);
  if (others.length === 0) return [];
  const named: string[] = [];
  for (const { file, command, matcher } of others.slice(0, NAMED)) {
    const shown = await redactName(command, searcher, where.root);
    const tools =
      matcher === undefined || matcher === "" ? "" : ` (for ${await redactName(matcher, searcher, where.root)})`;
    named.push(`${Array.from(shown).slice(0, LONGEST).join("")}${tools} in ${printable(file)}`);
  }
  const more = others.length > NAMED ? `; and ${others.length - NAMED} more` : "";
  return [
    limit(
      "other_hooks",
      `${counted(others.length, "other hook runs", "other hooks run")} before tools: ${named.join("; ")}${more}. ` +
        `${agent.title} takes the arguments of one hook alone, so snapveil refuses a call with a secret in its ` +
        "arguments there, in the place of taking the secret out.",
      "Nothing has to be done. A hook that changes no arguments can be made one that is not waited for, where the " +
        "agent " +
        'has that (`"async": true` in Claude Code).',
    ),
  ];
}
