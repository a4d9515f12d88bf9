import type { Json } from "../../kit/json.ts";
import type { SearchOptions } from "../../redactors/doors/find-secrets.ts";
import { Gate } from "../gates/gate.ts";
import { mayHandOut } from "../gates/gates.ts";

/** The gate for commands that may print a secret without the secret's name. */
export const MAY_HAND_OUT = new Gate(mayHandOut());

/**
 * A detector for secrets below the commands that printed them, as an option of a search; no option if no text of the
 * value has a shell's prompt with such a command.
 */
export async function toldByPrompts(value: Json): Promise<Pick<SearchOptions, "told">> {
  if (!hasPrompt(value)) return {};
  return { told: (await import("./below-prompts.ts")).belowPrompts };
}

function hasPrompt(value: Json): boolean {
  if (typeof value === "string") {
    for (const [, command] of value.matchAll(/\$ ([^\n]{4,1000})/g)) if (MAY_HAND_OUT.test(command!)) return true;
    return false;
  }
  return typeof value === "object" && value !== null && Object.values(value).some((one) => hasPrompt(one as Json));
}
