import { nothing, type Outcome } from "../../agents/codec/outcome.ts";
import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { isObject } from "../../kit/json.ts";
import { oneOf } from "../../kit/word-pattern.ts";
import { Budget } from "../../shell/doors/script.ts";
import type { Call } from "../call.ts";
import { namedPaths } from "../../call/named-paths.ts";
import { redactName } from "../redact-quoted.ts";
import { refused } from "../refusal.ts";
import { isPatch } from "../../call/tool-kind.ts";
import { findReadSecret } from "./find-read-secret.ts";
import { SecretPlaces, type Secret } from "./secret-place.ts";
import { callView } from "../../call/call-view.ts";

/** The most characters of a path that a sentence quotes. */
const SHOWN = 120;

/** The conditions under which a call that reads files is judged. */
interface How {
  /** The title of the agent, if the agent lets no hook change an output. */
  readonly agent?: string;
  /** Whether only files in the setting `secretFiles.deny` count as files of secrets. */
  readonly isListOnly: boolean;
  /** Whether only commands count that print a file in letters in which no search finds its secrets. */
  readonly isRespelledOnly?: boolean;
}

export async function judgeReading(
  event: CallEvent,
  call: Call,
  { agent, isListOnly, isRespelledOnly = false }: How,
): Promise<Outcome> {
  const { toolInput, cwd } = event;
  const places = new SecretPlaces(call, cwd, isListOnly);
  const folder = cwd ?? call.io.cwd;
  const shellCall = { ...(toolInput !== undefined && { toolInput }), cwd: folder };
  const found =
    callView(event).kind === "shell"
      ? findReadSecret(shellCall, places, call, { budget: new Budget(event), isRespelledOnly })
      : isRespelledOnly
        ? undefined
        : places.find(filesOfTool(event), folder);
  const why = isRespelledOnly ? RESPELLED : agent && `${agent.replace(/^This/, "this")} ${UNCHANGED}`;
  return found ? refusalOf(found, why, event, call) : nothing;
}

const UNCHANGED = "lets no hook take a secret out of what a tool prints";
const RESPELLED = "this command prints it in letters in which no secret is found any more";

/**
 * The refusal: file, reason, another way, and how to allow it. The file itself is never opened.
 * @param cause the reason why the output cannot be cleaned, if it could be in another agent or of another command
 */
async function refusalOf({ file, place, holds }: Secret, cause: string | undefined, event: CallEvent, call: Call) {
  const shown = await redactName(file.length > SHOWN ? `…${file.slice(-SHOWN)}` : file, call, event.cwd);
  const why = cause === undefined ? "" : `, and ${cause}`;
  const isCommand = place === "";
  const what = holds === undefined ? 'the settings name it under "secretFiles"' : `it may hold ${holds}`;
  const read = isCommand ? `\`${shown}\`: it prints ${holds}` : `this call from reading \`${shown}\`: ${what}`;
  const clean = await redactName(place, call, event.cwd);
  return refused("deny", {
    what: `snapveil stopped ${read}${why}`,
    logged: [{ kind: "secret-file", where: `in ${shown}` }],
    todo:
      "Name the variables that you need, leave the file out of a search (`--exclude`), let the program read it " +
      "itself, look at an example of it, or leave it to the person.",
    todoOfPerson: "If it is meant, run it by hand.",
    ...(isCommand && { todo: "Hand it on without showing it: to a variable, a pipe or a file that git ignores." }),
    ...(holds !== undefined &&
      !isCommand && {
        allow: `The setting "secretFiles": ${JSON.stringify({ allow: [clean] })} allows every agent to read it.`,
        ...(clean === place && { pass: { setting: ["secretFiles", "allow"], lines: [place] } }),
      }),
  });
}

/** Words in the names of tools that show nothing of a file's content. */
const SHOWS_NOTHING = oneOf(
  "list ls dir stat info metadata exists? glob find delete remove rm trash unlink chmod mkdir touch add stage watch",
);
/** Words in the names of tools that edit a file and show the lines around the change. */
const SHOWS_PLACE = /^(?:edit|editor|multiedit|replace|str|insert|modify|notebookedit)$/;
/** Commands of editing tools that create or remove whole files, and show nothing. */
const MAKES = /^(?:create|write|delete|undo)/i;
/** Further keys whose values may name copied or searched files. */
const OTHERS = ["source", "source_path", "sourcePath", "src", "from", "glob", "include", "include_pattern"];

/** The files whose content a tool other than a shell shows or copies, by its arguments. */
function filesOfTool(event: CallEvent): readonly string[] {
  const { toolInput } = event;
  if (!isObject(toolInput)) return [];
  const { kind, words, files, isRead } = callView(event);
  const { command } = toolInput;
  if (typeof command === "string" && MAKES.test(command)) return [];
  if (kind === "write") {
    const isPatched = Object.values(toolInput).some((value) => typeof value === "string" && isPatch(value));
    if (isPatched || !words.some((word) => SHOWS_PLACE.test(word))) return [];
  } else if (words.some((word) => SHOWS_NOTHING.test(word))) return [];
  const texts = Object.entries(toolInput).filter((one): one is [string, string] => typeof one[1] === "string");
  const mayName = (key: string, text: string) =>
    OTHERS.includes(key) || text.startsWith("file://") || (isRead && /^\S{1,300}$/.test(text));
  const others = texts.flatMap(([key, text]) => (mayName(key, text) ? [text] : []));
  return [...namedPaths(event).paths, ...files, ...others];
}
