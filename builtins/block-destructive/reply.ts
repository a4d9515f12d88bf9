import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { redactName } from "../redact-quoted.ts";
import type { Call } from "../call.ts";
import type { Finding } from "./judge-script.ts";

/** A command that is not to run: by a rule, or by a pattern of the settings alone. */
export interface Refused extends Pick<Finding, "command"> {
  readonly finding?: Finding;
  readonly verdict: "ask" | "deny";
}

/** Characters of a command that a sentence quotes. */
const SHOWN = 120;

/** What is refused and why, what to do instead, and how the person at the agent can allow it. */
export async function reasonFor({ finding, command }: Refused, event: CallEvent, call: Call): Promise<string> {
  const shown = await quotedCommand(command, event, call);
  if (!finding)
    return (
      `snapveil stopped ${shown}: the settings name it under "destructive". ` +
      "Do it another way, or leave it to the person."
    );
  const { does, instead, name } = finding.rule;
  return (
    `snapveil stopped ${shown}: it ${does}. ${instead} ` +
    `(Rule ${name}. If it is meant, the person can run it by hand, or allow it in their own settings: ` +
    `"destructive": { "allow": ["${name}"] }, or the beginning of the command in its place.)`
  );
}

/** Said where a command passes because a checkpoint holds what it discards. */
export async function recordedNotice({ command }: Finding, event: CallEvent, call: Call): Promise<string> {
  const shown = await quotedCommand(command, event, call);
  return `snapveil let ${shown} pass: what it discards is recorded just before it runs. To get it back: snapveil undo`;
}

/** A command may hold a secret, and anything else. */
async function quotedCommand(command: string, { cwd }: CallEvent, call: Call): Promise<string> {
  const text = await redactName(command, call, cwd);
  return `\`${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}\``;
}
