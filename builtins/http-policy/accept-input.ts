import type { HookEvent } from "../../agents/codec/hook-event.ts";
import { loadAgent } from "../../agents/registry.ts";
import { isObject, type Json, type JsonObject } from "../../kit/json.ts";
import { findSecrets } from "../../redactors/doors/find-secrets.ts";
import { findMarkers } from "../../redactors/doors/marker.ts";
import type { Call } from "../call.ts";
import { toolKind } from "../../call/tool-kind.ts";

/**
 * The reason why the server's arguments cannot replace the arguments of the call, as the end of a sentence; `undefined`
 * if they can. The guards judge the new arguments afterwards.
 */
export async function faultInInput(event: HookEvent, input: JsonObject, call: Call): Promise<string | undefined> {
  const { toolName, toolCategory, toolInput: before } = event;
  const agent = await loadAgent(event.dialect);
  const isCarried =
    event.name === "pre_tool_use" &&
    agent.carries(event.wireName, event.raw, call.settings).rewrite.includes("toolInput");
  if (!isCarried) return `${agent.title} lets no hook change them here`;
  if (!isObject(before) || !isSameKind(before, input)) return "they do not have the keys and types of the call's own";
  if ([before, input].some((one) => toolKind(toolName, toolCategory, one) === "write"))
    return "what a call writes into a file is never changed";
  if (markersIn(input) > markersIn(before)) return "they hold a placeholder for a secret";
  const { value } = await findSecrets(input, call, event.cwd, { least: "medium" });
  return value === input ? undefined : "they hold a secret";
}

/** Whether two JSON values have the same keys and types. Lists may differ in length. */
function isSameKind(before: Json, after: Json): boolean {
  if (Array.isArray(before) || Array.isArray(after))
    return (
      Array.isArray(before) &&
      Array.isArray(after) &&
      after.every((item, at) => isSameKind(before[at] ?? before[0] ?? item, item))
    );
  if (!isObject(before) || !isObject(after))
    return typeof before === typeof after && isObject(before) === isObject(after);
  const keys = Object.keys(before);
  return (
    keys.length === Object.keys(after).length &&
    keys.every((key) => Object.hasOwn(after, key) && isSameKind(before[key]!, after[key]!))
  );
}

function markersIn(value: Json): number {
  return findMarkers(JSON.stringify(value)).length;
}
