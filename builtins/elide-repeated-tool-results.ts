import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { onlyReads } from "../call/only-reads.ts";
import { forgetShownOutputs, wasJustShown } from "../session/shown-outputs.ts";
import { parsePositive, type Call } from "./call.ts";
import { limitTexts } from "./large-result/limit-texts.ts";

type ElidingEvent = HookEvent<
  "tool_response_transform" | "session_start" | "pre_compact" | "after_compaction" | "session_end"
>;

/** The bytes of the shortest output that a note replaces: a shorter one costs no more than the note. */
const SHORTEST = 500;

/**
 * Puts a note in the place of an output that the model has already: the same bytes, of the same reading call with the
 * same arguments, shown a few calls before. The tool runs each time, so what changed is always shown. Where a
 * conversation begins, ends or is summarized, all outputs are forgotten. Arguments: `[BYTES]`, the shortest output that
 * a note replaces.
 */
export default async function elideRepeatedToolResults(event: ElidingEvent, call: Call): Promise<Outcome> {
  const { toolResponse: response, sessionId, toolName } = event;
  if (sessionId && event.name !== "tool_response_transform") forgetShownOutputs(call.io, sessionId);
  if (event.name !== "tool_response_transform") return nothing;
  const shortest = parseShortest(call.args);
  if (response === undefined || !sessionId || toolName === undefined || typeof shortest === "string") return nothing;
  if (event.toolFailed || !(await isReading(event))) return nothing;
  const texts: string[] = [];
  await limitTexts(response, async (text) => {
    texts.push(text);
    return text;
  });
  const isLong = (text: string) => Buffer.byteLength(text) >= shortest;
  if (!texts.some(isLong)) return nothing;
  const asked = [
    event.dialect,
    event.speaker ?? "",
    toolName,
    JSON.stringify(event.toolInput ?? null),
    event.cwd ?? "",
  ];
  if (!wasJustShown(call.io, sessionId, asked, JSON.stringify(texts))) return nothing;
  const note = async (text: string) => (isLong(text) ? noteOf(text) : text);
  return { rewrite: { toolResponse: await limitTexts(response, note) } };
}

export function faultIn(args: readonly string[]): string | undefined {
  const shortest = parseShortest(args);
  return typeof shortest === "string" ? shortest : undefined;
}

/** Whether the call only reads: as docker-agent says of its tool, else by the tool's name or its commands. */
async function isReading(event: ElidingEvent): Promise<boolean> {
  const said = event.raw["tool_read_only"];
  return typeof said === "boolean" ? said : onlyReads(event);
}

function noteOf(text: string): string {
  return (
    `[The output is the same as the last time you made this call: ${Buffer.byteLength(text)} bytes, byte for byte. ` +
    "Use that one. If you no longer have it, make the call once more.]"
  );
}

/** @returns a sentence about faulty arguments */
function parseShortest(args: readonly string[]): number | string {
  const [shortest = SHORTEST, ...rest] = args.map((word) => parsePositive(word) ?? NaN);
  if (!Number.isNaN(shortest) && rest.length === 0) return shortest;
  return (
    "elide_repeated_tool_results takes the bytes of the shortest output that it replaces. " +
    "Write for instance: elide_repeated_tool_results 500"
  );
}
