import { resolve } from "node:path";

import type { HookEvent } from "../../agents/codec/hook-event.ts";
import { merge, nothing, type Outcome } from "../../agents/codec/outcome.ts";
import { readRegularFile } from "../../kit/files.ts";
import { homeOf, type Io } from "../../kit/io.ts";
import { loadAgent } from "../../agents/registry.ts";
import type { Call } from "../call.ts";
import { redactName } from "../redact-quoted.ts";
import { isLeftOut, redact } from "../redact-part.ts";
import type { PromptEvent } from "../searched-event.ts";
import { refused } from "../refusal.ts";
import { SecretPlaces, type Secret } from "../secret-files/secret-place.ts";
import { mentionsIn, type Mention } from "./mentions-in.ts";

/** The most bytes of a file that are searched; agents put less of a file into a conversation. */
const MOST = 1024 * 1024;
/** The most bytes of a file that are read if the mention names lines of it. */
const MOST_OF_LINES = 32 * MOST;
/** The most characters of a path that a sentence quotes. */
const SHOWN = 120;

/**
 * Searches the files that a prompt names by `@`, if the agent puts their content into the conversation without showing
 * it to a hook. The prompt is refused, or the user warned, as if the secret stood in the prompt itself.
 */
export async function judgeMentions(event: PromptEvent, prompt: string, call: Call): Promise<Outcome> {
  const places = new SecretPlaces(call, event.cwd, false);
  const seen = new Set<string>();
  let outcome = nothing;
  for (const mention of mentionsIn(prompt))
    for (const file of filesOf(mention, event, call.io)) {
      const part = `${file}#${mention.lines?.join("-") ?? ""}`;
      const text = seen.has(part) ? undefined : textOf(file, mention.lines);
      seen.add(part);
      if (text === undefined) continue;
      outcome = merge(outcome, await judgeFile({ file, text }, event, call, places));
      if (outcome.verdict) return outcome;
    }
  return outcome;
}

/**
 * The files for which a mention may stand: its path may be relative to the folder in which the agent started, or to the
 * one to which a command has changed.
 */
function filesOf({ path }: Mention, { cwd }: PromptEvent, io: Io): Set<string> {
  const home = homeOf(io.env);
  const name = home !== undefined && /^~(?=\/|$)/.test(path) ? `${home}${path.slice(1)}` : path;
  const folders = [cwd ?? io.cwd, io.env["CLAUDE_PROJECT_DIR"] || undefined];
  return new Set(folders.flatMap((folder) => (folder === undefined ? [] : [resolve(folder, name)])));
}

/**
 * The text of a file, or of some lines of it; `undefined` if the file does not exist or is no text. Of a folder the
 * agent only lists the names, so it is `undefined`, too.
 */
function textOf(file: string, lines: Mention["lines"]): string | undefined {
  try {
    const { bytes } = readRegularFile(file, lines ? MOST_OF_LINES : MOST);
    if (bytes.subarray(0, 8192).includes(0)) return undefined;
    const text = bytes.toString("utf8");
    if (!lines) return text;
    const [first, last] = lines;
    const named = text.split("\n", last).slice(first - 1);
    return named.join("\n").slice(0, MOST);
  } catch {
    return undefined;
  }
}

async function judgeFile(
  { file, text }: { readonly file: string; readonly text: string },
  event: PromptEvent,
  call: Call,
  places: SecretPlaces,
): Promise<Outcome> {
  const shown = await redactName(file.length > SHOWN ? `…${file.slice(-SHOWN)}` : file, call, event.cwd);
  const { title } = await loadAgent(event.dialect);
  const why = `${title} shows the files that a prompt names by @ to no hook`;
  const secret = places.find([file], "/");
  if (secret) return ofPlace(secret, shown, why, call);
  const read = { name: "tool_response_transform", toolName: "Read", toolInput: { file_path: file } } as const;
  const reading = { ...event, ...read } as HookEvent<"tool_response_transform">;
  if (await isLeftOut(reading, call)) return nothing;
  return redact(
    reading,
    call,
    text,
    { thorough: true },
    {
      place: "prompt",
      weighedAs: "output",
      counted: "prompt",
      what: `The prompt names a file, \`${shown}\`, that holds`,
      refuse: (refusal) => refused("block", { ...refusal, todo: INSTEAD, todoOfPerson: `${why}. ${INSTEAD}` }),
    },
  );
}

const INSTEAD =
  "Name the lines that matter (`@file#L1-20`), or write the name without the @: what a tool reads is cleaned.";

/**
 * The refusal of a prompt that names a file of secrets, which is recognized by its path or the settings, not by its
 * content.
 */
async function ofPlace({ holds, place }: Secret, shown: string, why: string, call: Call): Promise<Outcome> {
  const what =
    "snapveil: The prompt names a file of secrets, " +
    `\`${shown}\`${holds === undefined ? "" : `, which may hold ${holds}`}`;
  if (call.settings.redaction.policy.prompt === "warn")
    return { notice: [`${what}. It was let through, as your settings say.`] };
  return refused("block", {
    what,
    logged: [{ kind: "secret-file", where: `in ${shown}` }],
    todo: INSTEAD,
    todoOfPerson: `${why}. Name the variables that matter, and not the file.`,
    ...(holds !== undefined && { pass: { setting: ["secretFiles", "allow"], lines: [place] } }),
  });
}
