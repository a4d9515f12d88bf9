import { oneOf } from "../kit/word-pattern.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { context, nothing, type Outcome } from "../agents/codec/outcome.ts";
import { notYetSaid } from "../session/said.ts";
import type { Call } from "./call.ts";
import { redactQuoted } from "./redact-quoted.ts";

/**
 * The names of the fields that a template may use: the fields of docker-agent's events that hold a text or a number.
 * Events of other agents have only some of these fields.
 */
const FIELDS = oneOf(`
  SessionID Cwd HookEventName AgentName Model ModelID Iteration LastUserMessage ToolName ToolUseID ToolCategory
  ToolResponse Source Reason StopResponse Prompt ParentSessionID NotificationLevel NotificationMessage FromAgent ToAgent
  AgentSwitchKind PreviousMaxIterations NewMaxIterations ApprovalDecision ApprovalSource InputTokens OutputTokens
  ContextLimit CompactionReason Summary WorktreePath WorktreeBranch WorktreeSourceDir
`);

/** A template that cannot be filled in; the message says why. */
class LeftOut extends Error {}

/**
 * Adds the texts of the arguments to the context, one below the other. A placeholder such as `{{ .SessionID }}` stands
 * for a field of the event; functions of Go's templates are not supported. A text with anything else in braces, or with
 * a field that the event lacks, is left out with a notice. Texts from a project's settings file get a heading that says
 * so.
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

/** The text of a template with its fields filled in. @throws LeftOut if a field cannot be filled in */
function filledIn(template: string, event: HookEvent): string {
  // As in Go, a dash inside of the braces removes the blanks on its side.
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

/** The value of a field: snapveil's own property of the event, else docker-agent's property of the payload. */
function fieldOf(event: HookEvent, field: string): unknown {
  if (field === "HookEventName") return event.name === "unknown" ? event.wireName : event.name;
  const words = field.replace(/ID$/, "Id").replace(/\B[A-Z]/g, " $&");
  const ours = words.replace(/ /g, "").replace(/^./, (letter) => letter.toLowerCase());
  const own = (event as object as Record<string, unknown>)[ours];
  return own ?? event.raw[words.toLowerCase().replaceAll(" ", "_")];
}
