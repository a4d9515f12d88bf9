/**
 * snapveil's extension for Pi, which has no command hooks. The extension sends each event as a line of JSON to the
 * program, which keeps running for the next event, and carries out the answer. `snapveil install pi` copies it into
 * ~/.pi/agent/extensions.
 * Guards fail closed. If a handler throws, Pi continues with the unchanged text (except before a tool), so handlers do
 * not throw: without a valid answer a prompt is dropped, a tool call is blocked, and an output is withheld.
 */
import { COMMANDS } from "./commands.ts";
import {
  askProgram,
  fill,
  isFields,
  read,
  replace,
  runProgram,
  slotOf,
  slotsIn,
  takesCommands,
  withhold,
  type Answer,
  type Fields,
  type Slot,
} from "./program.ts";

const AGENT = "pi";
const REFUSED = "The person did not allow this call. Do not repeat it: ask what to do instead.";
const WITHHELD = "[snapveil could not check this, so it was withheld]";

interface Context {
  readonly cwd: string;
  readonly hasUI?: boolean;
  readonly sessionManager: { getSessionId(): string };
  readonly ui?: {
    notify?(message: string, kind: "info" | "error"): void;
    confirm?(title: string, message: string): Promise<boolean>;
  };
  abort?(): void;
}

interface Host {
  on(event: string, handler: (event: Fields, context: Context) => Promise<unknown>): void;
  registerCommand?(
    name: string,
    command: { description: string; handler(typed: string, context: Context): Promise<void> },
  ): void;
}

export default function snapveil(pi: Host): void {
  pi.on("input", async (event, context) => {
    const { prompt, block } = await ask("input", { prompt: event["text"] }, context);
    if (block !== undefined) {
      tell(context, block, "error");
      return { action: "handled" };
    }
    return prompt === undefined ? { action: "continue" } : { action: "transform", text: prompt };
  });

  // The system prompt holds the project's instructions, so it is searched. The text for the turn is added at its end.
  pi.on("before_agent_start", async ({ systemPrompt }, context) => {
    const {
      messages = [systemPrompt],
      context: text,
      block,
    } = await ask("before_agent_start", { messages: [systemPrompt] }, context);
    const [clean] = block === undefined && messages.length === 1 ? messages : [WITHHELD];
    const whole = text ? `${String(clean)}\n\n${text}` : clean;
    return whole === systemPrompt ? undefined : { systemPrompt: whole };
  });

  pi.on("context", async (event, context) => {
    const messages = Array.isArray(event["messages"]) ? (event["messages"] as Fields[]) : [];
    const texts = messages.flatMap(slotsOf);
    const answer = await ask("context", { messages: texts.map(read) }, context);
    if (answer.block === undefined && (answer.messages?.length ?? texts.length) === texts.length) {
      fill(texts, answer.messages);
    } else {
      tell(context, answer.block ?? WITHHELD, "error");
      context.abort?.();
      fill(
        texts,
        texts.map(() => WITHHELD),
      );
    }
    return { messages };
  });

  pi.on("tool_call", async (event, context) => {
    const {
      input,
      block,
      ask: question,
    } = await ask(
      "tool_call",
      {
        tool_name: event["toolName"],
        tool_use_id: event["toolCallId"],
        tool_input: event["input"],
        has_ui: canConfirm(context),
      },
      context,
    );
    if (block !== undefined) return { block: true, reason: block };
    if (question !== undefined && !(await isConfirmed(question, context))) return { block: true, reason: REFUSED };
    if (input && isFields(event["input"])) replace(event["input"], input);
    return undefined;
  });

  pi.on("tool_result", async (event, context) => {
    const result: Fields = { content: event["content"], details: event["details"] };
    const { output, block } = await ask(
      "tool_result",
      {
        tool_name: event["toolName"],
        tool_use_id: event["toolCallId"],
        tool_input: event["input"],
        tool_response: result,
      },
      context,
    );
    if (block !== undefined) withhold(result);
    else if (output) replace(result, output);
    else return undefined;
    return { content: result["content"], ...(result["details"] !== undefined && { details: result["details"] }) };
  });

  if (takesCommands) addCommands(pi);

  pi.on("agent_end", async (_event, context) => {
    await ask("agent_end", {}, context);
  });
}

function addCommands(pi: Host): void {
  for (const { name, does, looks, acts } of COMMANDS) {
    const handler = async (typed: string, context: Context) => {
      // Only a number of steps is passed on to the command line, and no other word that the person typed.
      const count = acts ? (/^\d+$/.exec(typed.trim()) ?? []) : [];
      const shown = await runProgram([...looks.split(" "), ...count], context.cwd);
      if (!acts || !shown.isDone) return tell(context, shown.text, shown.isDone ? "info" : "error");
      if (!(await context.ui?.confirm?.(`snapveil ${name}`, shown.text))) return;
      const { isDone, text } = await runProgram([...acts.split(" "), ...count], context.cwd);
      tell(context, text, isDone ? "info" : "error");
    };
    pi.registerCommand?.(`snapveil:${name}`, { description: does, handler });
  }
}

/** Asks the program about an event. Never rejects: without a valid answer it resolves to a refusal. */
async function ask(event: string, fields: Fields, context: Context): Promise<Answer> {
  try {
    const answer = await askProgram(
      AGENT,
      { hook_event_name: event, session_id: context.sessionManager.getSessionId(), cwd: context.cwd, ...fields },
      context.cwd,
    );
    if (answer.notice) tell(context, answer.notice, "info");
    return answer;
  } catch (error) {
    return { block: error instanceof Error ? error.message : WITHHELD };
  }
}

function canConfirm({ hasUI, ui }: Context): boolean {
  return hasUI === true && ui?.confirm !== undefined;
}

/** Whether the person says yes to a call. Never rejects: a question that cannot be put counts as answered with no. */
async function isConfirmed(question: string, context: Context): Promise<boolean> {
  try {
    return canConfirm(context) && (await context.ui!.confirm!("snapveil", question));
  } catch {
    return false;
  }
}

function tell({ hasUI, ui }: Context, message: string, kind: "info" | "error"): void {
  if (hasUI) ui?.notify?.(message, kind);
}

/**
 * The texts of a message that the model reads. The model's thoughts are left out, because it wrote them itself and they
 * are signed.
 */
function slotsOf(message: Fields): Slot[] {
  const content = message["content"];
  const parts = Array.isArray(content) ? (content as Fields[]) : [];
  const own = ["content", "command", "output", "summary"].flatMap((key) => slotOf(message, key));
  return [...own, ...parts.flatMap((part) => [...slotOf(part, "text"), ...slotsIn(part["arguments"])])];
}
