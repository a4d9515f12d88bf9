import { isObject } from "../kit/json.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import { findSecrets } from "../redactors/doors/find-secrets.ts";
import { keepResult } from "../session/kept-results.ts";
import type { Call } from "./call.ts";
import { isOver, parseBounds } from "./large-result/bounds.ts";
import { limitTexts } from "./large-result/limit-texts.ts";
import { tellResult, type Showing } from "./large-result/tell-result.ts";
import { callView } from "../call/call-view.ts";

type ResponseEvent = HookEvent<"tool_response_transform">;

/** docker-agent's categories of tools whose output docker-agent does not limit itself. */
const UNLIMITED = new Set(["filesystem", "shell", "mcp", "a2a"]);
/** Words in the names of tools that read files and folders. */
const LOOKS = /^(?:read|view|cat|open|list|ls|tree|glob|grep|search|find)$/;
/** Words in the names of tools that read something other than files. */
const LOOKS_ELSEWHERE = /^(?:web|url|fetch|browser|memory|todos?|plan|tasks?|agents?|skills?)$/;

/**
 * Writes an output that is too large to a private file. The model is told the path and gets the output's end, or its
 * beginning if a file was read. Arguments: `[BYTES [LINES]]`. The output is searched for secrets here, too: a secret
 * that the user's settings let pass to the model must still not get into a file.
 */
export default async function limitLargeToolResults(event: ResponseEvent, call: Call): Promise<Outcome> {
  const { toolResponse: response, sessionId = "", cwd } = event;
  const bounds = parseBounds(call.args);
  if (response === undefined || typeof bounds === "string" || !isUnlimited(event)) return nothing;
  const limited = await limitTexts(response, async (text) => {
    if (!isOver(text, bounds)) return text;
    const { value: clean } = await findSecrets(text, call, cwd, { thorough: true });
    if (!isOver(clean, bounds)) return text;
    return tellResult(clean, keepResult(call.io, sessionId, clean), bounds, showingOf(event), event.toolInput);
  });
  return limited === response ? nothing : { rewrite: { toolResponse: limited } };
}

export function faultIn(args: readonly string[]): string | undefined {
  const bounds = parseBounds(args);
  return typeof bounds === "string" ? bounds : undefined;
}

/**
 * Whether the output of a tool has no other limit: by its category or, if the event names none, by the tool's name and
 * arguments. The output of a batch of calls, which has no name, is never limited.
 */
function isUnlimited(event: ResponseEvent): boolean {
  const { toolName, toolCategory, toolResponse } = event;
  if (toolCategory !== undefined) return UNLIMITED.has(toolCategory);
  if (toolName === undefined) return false;
  const { kind, words, file, isServers } = callView(event);
  if (isServers) return true;
  // An object as the output of a writing tool is not shortened: it holds the file before and after the write, for the
  // agent.
  if (kind !== "tool") return kind === "shell" || !isObject(toolResponse);
  return (
    file !== undefined || (words.some((word) => LOOKS.test(word)) && !words.some((word) => LOOKS_ELSEWHERE.test(word)))
  );
}

function showingOf(event: ResponseEvent): Showing {
  const { toolName, toolCategory } = event;
  if (toolCategory !== undefined)
    return toolCategory === "filesystem" && toolName === "read_file" ? "read_file" : "end";
  const { isRead, file, isServers } = callView(event);
  const isFile = isRead && file !== undefined && !isServers;
  return isFile ? "file" : "end";
}
