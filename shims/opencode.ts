/**
 * snapveil's plugin for OpenCode, which has no command hooks: each of its events starts the program once, with JSON on
 * its standard input, and does what the answer says. Copy it to ~/.config/opencode/plugins/snapveil.ts.
 *
 * What guards fails closed: without a whole answer a prompt, a tool call or a model call is refused, and what a tool
 * printed is withheld. No dependencies: it is one file that OpenCode loads as it is.
 */
import { spawn } from "node:child_process";

/** The program and the words before `hook`; an installer writes absolute paths here. */
const PROGRAM: readonly string[] = ["snapveil"];
const AGENT = "opencode";
const PATIENCE_MS = 20_000;

type Fields = Record<string, unknown>;

/** What the program says. No key of it: nothing to do. */
interface Answer {
  /** Why the event is refused. */
  readonly block?: string;
  readonly input?: Fields;
  readonly output?: Fields;
  /** As many as were sent, in their order. */
  readonly messages?: readonly string[];
  readonly prompt?: string;
  readonly context?: string;
  readonly notice?: string;
}

interface Host {
  readonly directory?: string;
  readonly client?: { readonly tui?: { showToast?(toast: { body: { message: string; variant: string } }): unknown } };
}

export const Snapveil = async ({ directory = process.cwd(), client }: Host = {}) => {
  /** Session → text for the model, given with every model call of the turn: OpenCode builds the system prompt anew each time. */
  const contexts = new Map<string, string>();

  async function ask(event: string, sessionID: string | undefined, fields: Fields): Promise<Answer> {
    const answer = await askProgram({ hook_event_name: event, session_id: sessionID, cwd: directory, ...fields }, directory);
    if (answer.notice) await Promise.resolve(client?.tui?.showToast?.({ body: { message: answer.notice, variant: "info" } })).catch(() => {});
    return answer;
  }

  /** For what guards: a refusal, or no answer at all, stops it. */
  async function guard(event: string, sessionID: string | undefined, fields: Fields): Promise<Answer> {
    const answer = await ask(event, sessionID, fields);
    if (answer.block !== undefined) throw new Error(answer.block);
    return answer;
  }

  return {
    "chat.message": async ({ sessionID, messageID }: { sessionID: string; messageID?: string }, { parts }: { parts: Fields[] }) => {
      const texts = parts.flatMap((part) => slotOf(part, "text"));
      const prompt = texts.map(read).join("\n");
      const answer = await guard("chat.message", sessionID, { prompt_id: messageID, prompt, prompt_parts: texts.length });
      if (answer.prompt !== undefined) fill(texts, [answer.prompt]);
      if (answer.context) contexts.set(sessionID, answer.context);
      else contexts.delete(sessionID);
    },

    "experimental.chat.system.transform": async ({ sessionID }: { sessionID?: string }, { system }: { system: string[] }) => {
      const texts = slotsIn(system);
      fill(texts, (await guard("chat.system", sessionID, { messages: texts.map(read) })).messages);
      const context = sessionID === undefined ? undefined : contexts.get(sessionID);
      if (context) system.push(context);
    },

    "experimental.chat.messages.transform": async (_input: unknown, { messages }: { messages: { info?: { sessionID?: string; role?: string; id?: string }; parts: Fields[] }[] }) => {
      const texts = messages.flatMap(({ parts }) => parts.flatMap(slotsOfPart));
      const prompt = messages.findLast(({ info }) => info?.role === "user")?.info;
      fill(texts, (await guard("chat.messages", prompt?.sessionID, { prompt_id: prompt?.id, messages: texts.map(read) })).messages);
    },

    "tool.execute.before": async ({ tool, sessionID, callID }: { tool: string; sessionID: string; callID: string }, output: { args: Fields }) => {
      const { input } = await guard("tool.execute.before", sessionID, { tool_name: tool, tool_use_id: callID, tool_input: output.args });
      // In place: OpenCode runs the object that it handed out.
      if (input) replace(output.args, input);
    },

    "tool.execute.after": async ({ tool, sessionID, callID, args }: { tool: string; sessionID: string; callID: string; args: Fields }, result: Fields) => {
      try {
        const { output } = await guard("tool.execute.after", sessionID, { tool_name: tool, tool_use_id: callID, tool_input: args, tool_response: result });
        if (output) replace(result, output);
      } catch {
        withhold(result);
      }
    },

    event: async ({ event }: { event: { type: string; properties?: Fields } }) => {
      const sessionID = event.properties?.["sessionID"];
      if (event.type === "session.idle" && typeof sessionID === "string") await ask("session.idle", sessionID, {}).catch(() => {});
    },
  };
};

/** Starts the program, without a shell, and reads its answer. Rejects unless it ends well with a whole answer or none. */
function askProgram(event: Fields, cwd: string): Promise<Answer> {
  const [file = "snapveil", ...words] = PROGRAM;
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...words, "hook", "--agent", AGENT], { cwd, stdio: ["pipe", "pipe", "ignore"], windowsHide: true });
    const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
    const parts: Buffer[] = [];
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(new Error(`snapveil could not check this (${why}), so it was not let through.`));
    };
    child.stdout.on("data", (part: Buffer) => parts.push(part));
    child.stdin.on("error", () => {}); // it ended before it had read everything, which its exit code tells as well
    child.on("error", () => fail("it could not be started"));
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      const text = Buffer.concat(parts).toString("utf8").trim();
      if (code !== 0) return fail(code === null ? `it was ended by ${String(signal)}` : `it ended with code ${code}`);
      if (text === "") return resolve({});
      try {
        const answer: unknown = JSON.parse(text);
        if (typeof answer === "object" && answer !== null && !Array.isArray(answer)) return resolve(answer as Answer);
      } catch {
        // said below; the parser's own words could quote the answer
      }
      return fail("its answer was not whole");
    });
    child.stdin.end(JSON.stringify(event));
  });
}

/** A place that holds a text: an object or a list, and the key or index in it. */
type Slot = readonly [holder: Fields, key: string];

function slotOf(holder: unknown, key: string): Slot[] {
  return isFields(holder) && typeof holder[key] === "string" ? [[holder, key]] : [];
}

/** Every text in a value, at any depth. */
function slotsIn(value: unknown): Slot[] {
  if (!isFields(value)) return [];
  return Object.keys(value).flatMap((key) => (typeof value[key] === "string" ? [[value, key] as const] : slotsIn(value[key])));
}

/** What the model is shown of a part of a message: texts, and of a tool call its input and its result. The rest is OpenCode's bookkeeping. */
function slotsOfPart(part: Fields): Slot[] {
  const state = part["state"];
  return [...slotOf(part, "text"), ...slotOf(part, "prompt"), ...(isFields(state) ? [...slotsIn(state["input"]), ...slotOf(state, "output"), ...slotOf(state, "error")] : [])];
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function read([holder, key]: Slot): string {
  return holder[key] as string;
}

function fill(slots: readonly Slot[], texts: readonly string[] | undefined): void {
  if (texts === undefined) return;
  if (texts.length !== slots.length) throw new Error("snapveil could not check this (its answer was not whole), so it was not let through.");
  for (const [index, [holder, key]] of slots.entries()) holder[key] = texts[index];
}

/** Makes an object as another, in place at every depth. */
function replace(target: Fields, source: Fields): void {
  for (const [key, value] of Object.entries(source)) {
    const old = target[key];
    if (isFields(old) && isFields(value)) replace(old, value);
    else target[key] = value;
  }
}

/** Every text of it but `type`, which says what a part of an MCP tool's result is. */
function withhold(result: Fields): void {
  for (const [holder, key] of slotsIn(result)) if (key !== "type") holder[key] = "[snapveil could not check this output, so it was withheld]";
}
