import type { HookEvent } from "../agents/codec/hook-event.ts";
import { hasShadow, openShadow, type Place } from "../shadow-repo/doors/place.ts";
import type { Labels } from "../shadow-repo/doors/checkpoint.ts";
import { keepTitle, throwWhereRefused } from "../shadow-repo/doors/record.ts";
import type { Call } from "./call.ts";

/** The labels of a turn or call that begins. The search for secrets is loaded only if there is a text to search. */
export async function labelsOfEvent(event: HookEvent, root: string, call: Call): Promise<Labels> {
  const { dialect: agent } = event;
  if (!call.settings.titles) return { agent };
  if (event.name === "turn_start") {
    const title = await titleOf(event, call);
    return { ...(title !== undefined && { title }), agent };
  }
  if (event.toolInput === undefined) return { agent };
  const { commandOf, firstLine } = await import("./checkpoint-labels.ts");
  const text = await commandOf(event, root, call.io);
  const command = text === undefined ? undefined : await firstLine(text, event.cwd, call);
  return { ...(command !== undefined && { command }), agent };
}

/** Keeps a prompt's title for the next turn, if the agent sends the prompt in another event than the turn's start. */
export async function keepPromptTitle(event: HookEvent, session: string, place: Place, call: Call): Promise<void> {
  const { io, settings } = call;
  throwWhereRefused(io, place);
  if (!hasShadow(place)) await openShadow(io, place);
  keepTitle(io, place.shadow, session, settings.titles ? await titleOf(event, call) : undefined);
}

async function titleOf({ prompt, typed = prompt, cwd }: HookEvent, call: Call): Promise<string | undefined> {
  return typed ? (await import("./checkpoint-labels.ts")).firstLine(typed, cwd, call) : undefined;
}
