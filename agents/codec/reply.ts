import type { JsonObject } from "../../kit/json.ts";
import type { Reply } from "./dialect.ts";

/** One JSON object on stdout, or nothing at all where there is nothing to say. */
export function jsonReply(answer: JsonObject, stderr: readonly string[] = []): Reply {
  const silent = Object.keys(answer).length === 0;
  return { stdout: silent ? "" : JSON.stringify(answer), stderr: lines(stderr), exitCode: 0 };
}

/** Text on stdout as it is, for agents that put a hook's whole output into the conversation. */
export function textReply(texts: readonly string[] = [], stderr: readonly string[] = []): Reply {
  return { stdout: texts.join("\n\n"), stderr: lines(stderr), exitCode: 0 };
}

/** The refusal of agents that read nothing but exit code 2; the reason stands on stderr and must not be empty. */
export function exitReply(reason: string): Reply {
  return { stdout: "", stderr: `${reason || "denied by a hook"}\n`, exitCode: 2 };
}

function lines(sentences: readonly string[]): string {
  return sentences.map((sentence) => `${sentence}\n`).join("");
}
