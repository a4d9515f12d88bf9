/**
 * snapveil's plugin for OpenCode, which has no command hooks. The plugin sends each event as a line of JSON to the
 * program, which keeps running for the next event, and carries out the answer. `snapveil install` copies it into
 * OpenCode's folder of plugins. Guards fail closed: without a valid answer a prompt, a tool call or a model call is
 * refused, and a tool's output is withheld. The plugin has no dependencies, because OpenCode loads one file.
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

  /** Asks about an event that a guard checks: throws if the answer is a refusal or missing, which stops the event. */
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

/** snapveil's commands, in the form of OpenCode's configuration. */
function commands(): Record<string, { description: string; template: string }> {
  const words = { program: commandLine(), typed: "$ARGUMENTS" };
  return Object.fromEntries(
    COMMANDS.map((command) => {
      const template = commandPrompt(command, words, `!\`${words.program} ${command.looks}\``);
      return [`snapveil:${command.name}`, { description: command.does, template }];
    }),
  );
}

/**
 * Hooks for the texts that go to the model: the person's prompt, the system prompt, and the conversation at each model
 * call.
 */
function hooksOfModel(guard: Ask) {
  /**
   * Session → text for the model. The text is added at every model call of the turn, because OpenCode builds a new
   * system prompt for each call.
   */
  const contexts = new Map<string, string>();
  return {
    "chat.message": async (
      { sessionID, messageID }: { sessionID: string; messageID?: string },
      { parts }: { parts: Fields[] },
    ) => {
      const texts = parts.flatMap((part) => slotOf(part, "text"));
      // Each text is searched by itself, because a file that the prompt names is a part of its own. The search runs
      // before OpenCode stores the texts and makes a title from the texts.
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
      // OpenCode runs the tool with the object that it passed to this hook, so the arguments are replaced in that
      // object.
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
 * The texts of a message part that the model reads: text, prompt, and a tool call's input, output and error. Other
 * fields are OpenCode's bookkeeping.
 */
function slotsOfPart(part: Fields): Slot[] {
  const state = part["state"];
  return [
    ...slotOf(part, "text"),
    ...slotOf(part, "prompt"),
    ...(isFields(state) ? [...slotsIn(state["input"]), ...slotOf(state, "output"), ...slotOf(state, "error")] : []),
  ];
}
