import { deny, nothing, type Outcome } from "../../agents/codec/outcome.ts";
import type { CallEvent } from "../../agents/codec/hook-event.ts";
import type { Call } from "../call.ts";
import { redactName } from "../redact-quoted.ts";
import { toolKind } from "../tool-kind.ts";
import { filesOfTool } from "./files-of-tool.ts";
import { readByCall } from "./read-by-call.ts";
import { SecretPlaces, type Secret } from "./secret-place.ts";

/** Characters of a name that a sentence quotes. */
const SHOWN = 120;

/** What a call is judged by. */
interface How {
  /** The name of an agent that lets no hook change an output. */
  readonly agent?: string;
  /** Whether what the settings list counts alone. */
  readonly isListOnly: boolean;
}

export async function judgeCall(event: CallEvent, call: Call, { agent, isListOnly }: How): Promise<Outcome> {
  const { toolName, toolCategory, toolInput, cwd } = event;
  const places = new SecretPlaces(call, cwd, isListOnly);
  const folder = cwd ?? call.io.cwd;
  const isShell = toolKind(toolName, toolCategory, toolInput) === "shell";
  const shellCall = { ...(toolInput !== undefined && { toolInput }), cwd: folder };
  const found = isShell ? readByCall(shellCall, places, call) : places.find(filesOfTool(event), folder);
  return found ? deny(await reasonFor(found, agent, event, call)) : nothing;
}

/** Which file and why, what to do instead, and how the person can allow it. The file itself is never opened. */
async function reasonFor({ file, place, holds }: Secret, agent: string | undefined, event: CallEvent, call: Call) {
  const shown = await redactName(file.length > SHOWN ? `…${file.slice(-SHOWN)}` : file, call, event.cwd);
  const title = agent?.replace(/^This/, "this");
  const why = title === undefined ? "" : `, and ${title} lets no hook take a secret out of what a tool prints`;
  const what = holds === undefined ? 'the settings name it under "secretFiles"' : `it may hold ${holds}`;
  const allow = JSON.stringify({ allow: [await redactName(place, call, event.cwd)] });
  const allowing = holds === undefined ? "" : `, or allow the file in their own settings: "secretFiles": ${allow}`;
  return (
    `snapveil stopped this call from reading \`${shown}\`: ${what}${why}. Name the variables that you need, leave ` +
    "the file out of a search (`--exclude`), let the program read it itself, look at an example of it, or leave it " +
    `to the person. (If it is meant, the person can run it by hand${allowing}.)`
  );
}
