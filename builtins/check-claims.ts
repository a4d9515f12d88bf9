import type { HookEvent } from "../agents/codec/hook-event.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import { loadAgent } from "../agents/registry.ts";
import type { Json } from "../kit/json.ts";
import type { Call } from "./call.ts";
import { callView } from "../call/call-view.ts";
import { addressesIn, normalAddress, placesShown } from "./check-claims/addresses.ts";
import { standsFor } from "./check-claims/calls-of.ts";
import { claimsIn, claimsWith, faultInClaims } from "./check-claims/claims.ts";
import { finalTextOf } from "./check-claims/final-text.ts";
import { addNotes, readNotes, type TurnNotes } from "./check-claims/turn-notes.ts";
import { redactName } from "./redact-quoted.ts";

type ClaimEvent = HookEvent<"stop" | "user_prompt_submit" | "turn_start" | "pre_tool_use" | "post_tool_use">;

/** The most characters of an output in which addresses are looked for, and the most characters of a quoted sentence. */
const [LONGEST, SHOWN] = [1_000_000, 120] as const;
/** The most addresses that a refusal names. */
const MOST = 5;

/**
 * Refuses the end of a turn once if the agent claims an action that no call of the turn carried out, or names an
 * address that it was never shown. At other events the builtin notes the kinds of calls, and digests of addresses.
 */
export default async function checkClaims(event: ClaimEvent, call: Call): Promise<Outcome> {
  const { dialect, sessionId } = event;
  if (!sessionId) return nothing;
  const words = [dialect, sessionId];
  switch (event.name) {
    case "stop":
      return atTheEnd(event, call, words);
    case "user_prompt_submit":
      addNotes(call.io, words, [{ turn: "begins" }, shownIn(event.prompt ?? "", false)]);
      return nothing;
    case "turn_start":
      // The event begins a new turn only if the last turn has ended, since some agents send it before each request to
      // the model.
      if (readNotes(call.io, words)?.isOver ?? true) addNotes(call.io, words, [{ turn: "begins" }]);
      addNotes(call.io, words, [shownIn(textOf([...(event.messages ?? [])]), false)]);
      return nothing;
    case "pre_tool_use":
      addNotes(call.io, words, [
        { call: "announced", stands: standsFor(event, claimsWith(call.args)) },
        // An address in a file that the agent writes was not shown to the agent.
        ...(callView(event).kind === "write" ? [] : [shownIn(textOf(event.toolInput), false)]),
      ]);
      return nothing;
    case "post_tool_use":
      addNotes(call.io, words, [
        { call: "ended", stands: standsFor(event, claimsWith(call.args)) },
        ...(event.toolResponse === undefined ? [] : [shownIn(textOf(event.toolResponse), true)]),
      ]);
      return nothing;
  }
}

export function faultIn(args: readonly string[]): string | undefined {
  return faultInClaims(args);
}

async function atTheEnd(event: HookEvent<"stop">, call: Call, words: readonly string[]): Promise<Outcome> {
  const text = finalTextOf(event);
  const notes = readNotes(call.io, words);
  if (text === undefined || notes === undefined) return nothing;
  const missing = notes.isRefused ? [] : await missingIn(text, notes, event, call);
  if (missing.length === 0) {
    addNotes(call.io, words, [{ turn: "ends" }]);
    return nothing;
  }
  // If the note cannot be written, this throws and the turn ends, since without the note every end of the turn would be
  // refused.
  addNotes(call.io, words, [{ turn: event.resumes ? "refused" : "ends" }]);
  const wish = event.resumes ? "\nDo it now, or say what you really did." : "";
  return { unfinished: [`snapveil: ${missing.join("\n")}${wish}`] };
}

/**
 * Sentences about each claim in a text that no call of the turn supports, and each address that the agent was not
 * shown.
 */
async function missingIn(text: string, notes: TurnNotes, event: HookEvent, call: Call): Promise<string[]> {
  const done = (await tellsOfEnds(event)) ? notes.ended : new Set([...notes.ended, ...notes.announced]);
  const claims = claimsIn(text, claimsWith(call.args)).filter(({ claim }) => !done.has(claim.name));
  const said = claims.map(
    async ({ claim, sentence }) =>
      `You say "${await quoted(sentence, event, call)}", and no call of this turn ${claim.missing}.`,
  );
  // If the agent shows hooks its calls but no outputs, addresses are not judged, since any may have been in an output.
  const isJudged = notes.showsOutput || !notes.showsCalls;
  const strange = isJudged ? addressesIn(text).filter((one) => !notes.hasShown(normalAddress(one))) : [];
  const named = strange
    .slice(0, MOST)
    .map(
      async (address) => `You name ${await quoted(address, event, call)}, which stood in no output of this session.`,
    );
  return Promise.all([...said, ...named]);
}

/** Whether the agent reports the end of every call. For other agents an announced call counts as ended. */
async function tellsOfEnds({ dialect, raw, losesEnds }: HookEvent): Promise<boolean> {
  if (losesEnds) return false;
  const agent = await loadAgent(dialect);
  return agent.events.some((name) => agent.decode(raw, name).some((event) => event.name === "post_tool_use"));
}

async function quoted(text: string, { cwd }: HookEvent, call: Call): Promise<string> {
  const clean = await redactName(text.trim(), call, cwd);
  return clean.length > SHOWN ? `${clean.slice(0, SHOWN)}…` : clean;
}

function shownIn(text: string, isOutput: boolean): { places: readonly string[]; isOutput: boolean } {
  return { places: placesShown(text.slice(0, LONGEST)), isOutput };
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
}
