import type { Registered } from "../agents/formats/config-file.ts";
import { faultInRequest } from "../hook/plan.ts";
import { printable } from "../kit/printable.ts";
import { broken, type Check } from "./check.ts";
import { requestOf } from "./named-builtin.ts";

/** Lines that name a builtin that there is not, or give it arguments that it does not take, each with its fault. */
export async function faultyLines(registered: readonly Registered[]): Promise<ReadonlyMap<string, Check>> {
  const checks = new Map<string, Check>();
  for (const { command, event } of registered) {
    const request = checks.has(command) ? undefined : requestOf(command);
    const fault = request && (await faultInRequest(request));
    if (fault === undefined) continue;
    const line = `The line${event === "" ? "" : ` for ${printable(event)}`}`;
    checks.set(command, broken("arguments", `${line} is wrong: ${fault}`, "Mend that line where it is registered."));
  }
  return checks;
}
