/**
 * snapveil's plugin for OpenCode, which has no command hooks: each of its events goes as a line of JSON to the program,
 * which stays for the next one, and the answer is followed. `snapveil install` puts it into the folder of plugins.
 *
 * Guards fail closed: without a whole answer a prompt, a tool call or a model call is refused, and a tool's output is
 * withheld. No dependencies: it is one file that OpenCode loads as it is.
 */
import { COMMANDS, commandPrompt } from "./commands.ts";
import {
  askProgram,
  commandLine,
  fill,
  isFields,
  read,
  replace,
  slotOf,
  slotsIn,
  takesCommands,
  withhold,
  type Answer,
  type Fields,
  type Slot,
} from "./program.ts";

const AGENT = "opencode";

interface Host {
  readonly directory?: string;
  readonly client?: { readonly tui?: { showToast?(toast: { body: { message: string; variant: string } }): unknown } };
}

type Ask = (event: string, sessionID: string | undefined, fields: Fields) => Promise<Answer>;

export const Snapveil = async ({ directory = process.cwd(), client }: Host = {}) => {
  const ask: Ask = async (event, sessionID, fields) => {
    const answer = await askProgram(
      AGENT,
      { hook_event_name: event, session_id: sessionID, cwd: directory, ...fields },
      directory,
    );
    if (answer.notice)
      await Promise.resolve(client?.tui?.showToast?.({ body: { message: answer.notice, variant: "info" } })).catch(
        () => {},
      );
    return answer;
  };

  /** Asks for a guard: a refusal, or no answer at all, stops the event. */
  const guard: Ask = async (event, sessionID, fields) => {
    const answer = await ask(event, sessionID, fields);
    if (answer.block !== undefined) throw new Error(answer.block);
    return answer;
  };

  return {
    ...hooksOfModel(guard),
    ...hooksOfTools(guard),
    config: async (config: { command?: Record<string, unknown> }) => {
      if (takesCommands) config.command = { ...config.command, ...commands() };
    },
    event: async ({ event }: { event: { type: string; properties?: Fields } }) => {
      const sessionID = event.properties?.["sessionID"];
      if (event.type === "session.idle" && typeof sessionID === "string")
        await ask("session.idle", sessionID, {}).catch(() => {});
    },
  };
};

/** snapveil's commands in the form in which Markdown files in OpenCode's folder of commands would define them. */
function commands(): Record<string, { description: string; template: string }> {
  const words = { program: commandLine(), typed: "$ARGUMENTS" };
  return Object.fromEntries(
    COMMANDS.map((command) => {
      const template = commandPrompt(command, words, `!\`${words.program} ${command.looks}\``);
      return [`snapveil:${command.name}`, { description: command.does, template }];
    }),
  );
}

/** The texts that go to the model: the person's prompt, the system prompt, and the conversation of each call. */
function hooksOfModel(guard: Ask) {
  /**
   * Session → text for the model, given with every model call of the turn: OpenCode builds the system prompt anew each
   * time.
   */
  const contexts = new Map<string, string>();
  return {
    "chat.message": async (
      { sessionID, messageID }: { sessionID: string; messageID?: string },
      { parts }: { parts: Fields[] },
    ) => {
      const texts = parts.flatMap((part) => slotOf(part, "text"));
      // Each text by itself, before they are stored and a title is made of them: a file that the prompt names is a part
      // of its own.
      if (texts.length > 1)
        fill(texts, (await guard("chat.system", sessionID, { messages: texts.map(read) })).messages);
      const prompt = texts.map(read).join("\n");
      const answer = await guard("chat.message", sessionID, {
        prompt_id: messageID,
        prompt,
        prompt_parts: texts.length,
      });
      if (answer.prompt !== undefined) fill(texts, [answer.prompt]);
      if (answer.context) contexts.set(sessionID, answer.context);
      else contexts.delete(sessionID);
    },

    "experimental.chat.system.transform": async (
      { sessionID }: { sessionID?: string },
      { system }: { system: string[] },
    ) => {
      const texts = slotsIn(system);
      fill(texts, (await guard("chat.system", sessionID, { messages: texts.map(read) })).messages);
      const context = sessionID === undefined ? undefined : contexts.get(sessionID);
      if (context) system.push(context);
    },

    "experimental.chat.messages.transform": async (
      _input: unknown,
      { messages }: { messages: { info?: { sessionID?: string; role?: string; id?: string }; parts: Fields[] }[] },
    ) => {
      const texts = messages.flatMap(({ parts }) => parts.flatMap(slotsOfPart));
      const prompt = messages.findLast(({ info }) => info?.role === "user")?.info;
      fill(
        texts,
        (await guard("chat.messages", prompt?.sessionID, { prompt_id: prompt?.id, messages: texts.map(read) }))
          .messages,
      );
    },
  };
}

function hooksOfTools(guard: Ask) {
  return {
    "tool.execute.before": async (
      { tool, sessionID, callID }: { tool: string; sessionID: string; callID: string },
      output: { args: Fields },
    ) => {
      const { input } = await guard("tool.execute.before", sessionID, {
        tool_name: tool,
        tool_use_id: callID,
        tool_input: output.args,
      });
      // The arguments are replaced in place: OpenCode runs the object that it handed out.
      if (input) replace(output.args, input);
    },

    "tool.execute.after": async (
      { tool, sessionID, callID, args }: { tool: string; sessionID: string; callID: string; args: Fields },
      result: Fields,
    ) => {
      try {
        const { output } = await guard("tool.execute.after", sessionID, {
          tool_name: tool,
          tool_use_id: callID,
          tool_input: args,
          tool_response: result,
        });
        if (output) replace(result, output);
      } catch {
        withhold(result);
      }
    },
  };
}

/**
 * The model's part of a message: texts, and of a tool call its input and its result. The rest is OpenCode's
 * bookkeeping.
 */
function slotsOfPart(part: Fields): Slot[] {
  const state = part["state"];
  return [
    ...slotOf(part, "text"),
    ...slotOf(part, "prompt"),
    ...(isFields(state) ? [...slotsIn(state["input"]), ...slotOf(state, "output"), ...slotOf(state, "error")] : []),
  ];
}
