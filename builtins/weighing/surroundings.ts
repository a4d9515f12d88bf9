import { defined } from "../../kit/defined.ts";
import type { Io } from "../../kit/io.ts";
import { isObject, parseJson, type Json, type JsonObject } from "../../kit/json.ts";
import { anyOf } from "../../kit/word-pattern.ts";
import type { Confidence, Path } from "../../redactors/doors/finding.ts";
import type { FindingContext } from "../weigh-findings.ts";
import { filesShown, filesWritten } from "./files-of-call.ts";
import { hostsIn, isLoopback } from "./local-host.ts";
import { sourceOf } from "./source-of-output.ts";
import { makerOf } from "./made-just-now.ts";
import { callView, type CallFacts } from "../../call/call-view.ts";

/**
 * The place of findings in a call's arguments. Each property is computed when it is first read.
 * @param isUnseen the call was made before, and its arguments stand in the conversation
 */
export function aroundArguments(call: CallFacts, least: Confidence, env: Io["env"], isUnseen?: true): FindingContext {
  const files = once(() => filesWritten(call, env));
  // Only for a tool that is no shell are all arguments one request. In a script each command with a secret is judged by
  // its own hosts.
  const isLocal = once(() => callView(call).kind === "tool" && namesThisMachine(call));
  return {
    least,
    isCall: true,
    ...(isUnseen && { isUnseen }),
    get isTrial() {
      return files().areTrial;
    },
    get isLocal() {
      return isLocal();
    },
  };
}

/** The place of findings in the output of a call. */
export function aroundOutput(call: CallFacts, least: Confidence, env: Io["env"]): FindingContext {
  const files = once(() => filesShown(call, env));
  const source = once(() => sourceOfAnswer(call, env));
  return {
    least,
    get isTrial() {
      return files().areTrial;
    },
    get isFile() {
      return files().areOfWorktree;
    },
    get isLocal() {
      return source() === "this machine's server";
    },
    get isFar() {
      return source() === "another machine";
    },
    get isNew() {
      return makerOf(call) !== undefined;
    },
  };
}

/**
 * The place of findings in the texts of a conversation. Arguments and output of a tool are weighed as they were at the
 * call. A text of the user may be pasted from anywhere, so it is weighed like the output of an unknown call. In the
 * texts of the model, plain words do not count.
 */
export function aroundMessages(
  messages: readonly Json[],
  cwd: string | undefined,
  least: Confidence,
  env: Io["env"],
): (at: () => Path) => FindingContext {
  const calls = once(() => callsIn(messages, cwd));
  const known = new Map<string, FindingContext>();
  const pasted: FindingContext = { least, isUnseen: true };
  const said: FindingContext = { ...pasted, isFile: true };
  return (at) => {
    const [index, key, place] = at();
    const message = messages[Number(index)];
    if (!isObject(message)) return pasted;
    const isCall = key === "tool_calls";
    const id = isCall ? idOf((message["tool_calls"] as Json[] | undefined)?.[Number(place)]) : message["tool_call_id"];
    const call = typeof id === "string" ? calls().get(id) : undefined;
    if (call === undefined) return message["role"] === "assistant" ? said : pasted;
    const name = `${id as string} ${isCall}`;
    const around =
      known.get(name) ?? (isCall ? aroundArguments(call, least, env, true) : aroundOutput(call, least, env));
    known.set(name, around);
    return around;
  };
}

/** The calls in a conversation by their ids, in the form of OpenAI's and docker-agent's messages. */
function callsIn(messages: readonly Json[], cwd: string | undefined): Map<string, CallFacts> {
  const calls = new Map<string, CallFacts>();
  for (const message of messages) {
    const made = isObject(message) && Array.isArray(message["tool_calls"]) ? message["tool_calls"] : [];
    for (const call of made) {
      const id = idOf(call);
      const { name, arguments: given } = (
        isObject(call) && isObject(call["function"]) ? call["function"] : {}
      ) as JsonObject;
      if (id === undefined || typeof name !== "string") continue;
      const toolInput = typeof given === "string" ? parseJson(given) : given;
      calls.set(id, {
        toolName: name,
        ...defined({ toolInput, cwd }),
      });
    }
  }
  return calls;
}

function idOf(call: Json | undefined): string | undefined {
  const id = isObject(call) ? call["id"] : undefined;
  return typeof id === "string" ? id : undefined;
}

function sourceOfAnswer(call: CallFacts, env: Io["env"]): ReturnType<typeof sourceOf> {
  const { toolInput } = call;
  if (toolInput === undefined) return undefined;
  if (callView(call).kind === "shell") return sourceOf(call, env);
  return ASKS.test(JSON.stringify(toolInput)) && namesThisMachine(call) ? "this machine's server" : undefined;
}

/** Words of calls that send a request to a server. */
const ASKS = anyOf(String.raw`\b(?:curl|wget|https?|httpie|xh|grpcurl|fetch|requests?|axios|invoke-\w+)\b`, "i");

/** Whether a call names hosts, and all of the hosts are this machine. */
function namesThisMachine(call: CallFacts): boolean {
  const hosts = hostsIn(callView(call).texts.join("\n"));
  return hosts.length > 0 && hosts.every(isLoopback);
}

function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined;
  return () => (done ??= { value: work() }).value;
}
