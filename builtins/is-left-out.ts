import type { HookEvent } from "../agents/codec/hook-event.ts";
import { allowancesFor } from "../redactors/allow/allowances.ts";
import type { Call } from "./call.ts";
import { fileOf, pathOf } from "./tool-kind.ts";

/** Whether the file that a tool's arguments name is one in which the user looks for no secrets. */
export async function isLeftOut(
  event: Pick<HookEvent, "cwd" | "toolInput">,
  call: Pick<Call, "io" | "settings">,
): Promise<boolean> {
  const file = pathOf(fileOf(event.toolInput), event.cwd, call.io.env);
  return file !== undefined && ((await allowancesFor(call, event.cwd))?.isLeftOut(file) ?? false);
}
