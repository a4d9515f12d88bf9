import { KEY, type PseudoTerminal } from "../../support/pseudo-terminal.ts";

/** Types a prompt at an agent's terminal and sends it, when the agent has drawn what it shows first. */
export async function typePrompt(terminal: PseudoTerminal, prompt: string): Promise<void> {
  await terminal.settles(1000);
  terminal.press(prompt);
  await terminal.shows(prompt);
  terminal.press(KEY.enter);
}
