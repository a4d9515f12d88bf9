import { oneOf } from "../kit/word-pattern.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { context, nothing, type Outcome } from "../agents/codec/outcome.ts";
import { notYetSaid } from "../session/said.ts";
import type { Call } from "./call.ts";
import { redactQuoted } from "./redact-quoted.ts";

/** Fields of docker-agent's events that are one text or number, as its templates name them; others have a few. */
const FIELDS = oneOf(`
  SessionID Cwd HookEventName AgentName Model ModelID Iteration LastUserMessage ToolName ToolUseID ToolCategory
  ToolResponse Source Reason StopResponse Prompt ParentSessionID NotificationLevel NotificationMessage FromAgent ToAgent
  AgentSwitchKind PreviousMaxIterations NewMaxIterations ApprovalDecision ApprovalSource InputTokens OutputTokens
  ContextLimit CompactionReason Summary WorktreePath WorktreeBranch WorktreeSourceDir
`);

/** Why a text is left out. */
class LeftOut extends Error {}

/**
 * The texts that the arguments give, one below the other, with the event's fields in place of `{{ .SessionID }}` and
 * its like, which are Go's templates without their functions. A text with anything else in braces, or with a field that
 * this event does not have, is left out. Those of a project's settings are marked as the project's.
 */
export default async function addContext(event: HookEvent, call: Call): Promise<Outcome> {
  const { args, io, origin } = call;
  const problems: string[] = [];
  const texts = args.flatMap((template, index) => {
    try {
      const text = filledIn(template, event);
      return text.trim() === "" ? [] : [text];
    } catch (error) {
      if (!(error instanceof LeftOut)) throw error;
      problems.push(`snapveil: text ${index + 1} of add_context is left out: ${error.message}`);
      return [];
    }
  });
  const notice = notYetSaid(io, event.sessionId, problems);
  const heading = origin === "project" ? "The settings file of this project says:\n" : "";
  const said = texts.length === 0 ? nothing : context(await redactQuoted(heading + texts.join("\n"), call, event.cwd));
  return notice.length === 0 ? said : { ...said, notice };
}

/** The text of a template. @throws LeftOut if it cannot be filled in */
function filledIn(template: string, event: HookEvent): string {
  // A dash removes the blanks on its side.
  const parts = template
    .replace(/\s*\{\{- /g, "{{ ")
    .replace(/ -\}\}\s*/g, " }}")
    .split(/\{\{([^]*?)\}\}/);
  return parts
    .map((part, index) => {
      if (index % 2 === 1) return valueOf(part, event);
      if (part.includes("{{")) throw new LeftOut("its braces are not closed.");
      return part;
    })
    .join("");
}

function valueOf(action: string, event: HookEvent): string {
  const field = /^\s*\.(\w+)\s*$/.exec(action)?.[1];
  if (field === undefined)
    throw new LeftOut("in braces it can have a field of the event only, such as {{ .SessionID }}.");
  if (!FIELDS.test(field)) throw new LeftOut("it names a field that no event has.");
  const value = fieldOf(event, field);
  if (typeof value !== "number" && (typeof value !== "string" || value === ""))
    throw new LeftOut(`this event has no ${field}.`);
  return String(value);
}

/** A field of the event under snapveil's own name, else of the payload under docker-agent's. */
function fieldOf(event: HookEvent, field: string): unknown {
  if (field === "HookEventName") return event.name === "unknown" ? event.wireName : event.name;
  const words = field.replace(/ID$/, "Id").replace(/\B[A-Z]/g, " $&");
  const ours = words.replace(/ /g, "").replace(/^./, (letter) => letter.toLowerCase());
  const own = (event as object as Record<string, unknown>)[ours];
  return own ?? event.raw[words.toLowerCase().replaceAll(" ", "_")];
}
