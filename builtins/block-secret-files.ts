import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";

import type { Dialect, DialectOptions } from "../agents/codec/dialect.ts";
import type { CallEvent } from "../agents/codec/hook-event.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import { loadAgent } from "../agents/registry.ts";
import type { JsonObject } from "../kit/json.ts";
import { realPath } from "../kit/files.ts";
import { pattern } from "../kit/word-pattern.ts";
import { namedPlaces } from "../redactors/doors/known-values.ts";
import type { Call } from "./call.ts";
import { Gate } from "./gates/gate.ts";
import { mayPrint, mayRespell } from "./gates/gates.ts";
import { MAY_BE_SECRET } from "./secret-files/may-be-secret.ts";
import { startFolder } from "../call/start-folder.ts";
import { callView } from "../call/call-view.ts";

/** Matches programs that may print the contents of files which a pattern or a folder stands for. */
const READS = pattern("i")`
  \b(?:cat|tac|nl|head|tail|less|more|bat|gc|get-content|type|strings|base64|xxd|od|hexdump|sort|most|uuencode|cut|sed
  |awk|[efz]?grep|rg|ag|ack|jq|diff|cp|mv|ln|scp|rsync|tar|zip|source)\b|<|(?:^|\s)\.\s
`;
export const MAY_PRINT = new Gate(mayPrint());
const MAY_RESPELL = new Gate(mayRespell());
const LOOKS_AROUND = /[*?[{]|\b(?:cd|pushd|xargs)\b|\s-\w*[rRu]|--(?:hidden|no-ignore|recursive)/;
/**
 * The most characters of a text that is searched (Linux takes no longer argument of a program), and the most words of
 * it that are looked up on the disk.
 */
const [LONGEST, MOST_WORDS] = [128 * 1024, 60] as const;

/**
 * Denies a call that reads a file of secrets, in agents that let no hook redact the output of a tool. Files that the
 * setting `secretFiles.deny` names are denied in every agent, since their secrets cannot be recognized in the output. A
 * command that prints a file of secrets in other letters (`gzip -c .env | base64`) is denied in every agent, too.
 * Argument: `always` denies the whole list in every agent.
 */
export default async function blockSecretFiles(event: CallEvent, call: Call): Promise<Outcome> {
  const { toolInput, dialect, raw } = event;
  if (toolInput === undefined) return nothing;
  const agent = await loadAgent(dialect);
  const canRewrite = rewritesOutput(agent, raw, call.settings);
  const isListOnly = canRewrite && call.args[0] !== "always";
  const mayBeRespelled = isListOnly && callView(event).texts.some((text) => MAY_RESPELL.test(text));
  const isListEmpty = isListOnly && call.settings.secretFiles.deny.length === 0;
  if (isListEmpty && !mayBeRespelled) return nothing;
  if (!mayRead(event, call)) return nothing;
  const { judgeReading } = await import("./secret-files/judge-reading.ts");
  const how = { isListOnly, ...(!canRewrite && { agent: agent.title }) };
  const first = isListEmpty ? nothing : await judgeReading(event, call, how);
  if (!mayBeRespelled || first.verdict !== undefined) return first;
  return judgeReading(event, call, { isListOnly: false, isRespelledOnly: true });
}

export function faultIn([word = "always", ...more]: readonly string[]): string | undefined {
  if (word === "always" && more.length === 0) return undefined;
  return 'block_secret_files takes "always" or nothing. Write for instance: block_secret_files always';
}

/**
 * Whether hooks can change the output of a tool that succeeded, by the agent's tables.
 * @param raw a payload of the call, since in some agents the answer depends on the tool
 */
function rewritesOutput(dialect: Dialect, raw: JsonObject, options: DialectOptions): boolean {
  return dialect.events.some(
    (wireName) =>
      dialect.tellsOf(wireName) !== "failure" &&
      dialect.carries(wireName, raw, options).rewrite.includes("toolResponse"),
  );
}

/** Whether a call may read a file of secrets. Most calls name no such file, and load nothing more. */
function mayRead(event: CallEvent, { io, settings, remark }: Call): boolean {
  if (settings.secretFiles.deny.length > 0) return true;
  // A longer text is content that a tool writes, not a command or a path.
  const shorter = callView(event).texts.filter((text) => text.length <= LONGEST);
  const texts = shorter.map((text) => withValues(text.replace(/["'\\]/g, ""), io.env));
  const folder = startFolder(event.toolInput, event.cwd ?? io.cwd) ?? io.cwd;
  const others = namedPlaces(io, undefined, settings.redaction.knownValues)
    .filter((file) => !MAY_BE_SECRET.test(file))
    .map((file) => basename(file));
  return texts.some(
    (text) =>
      MAY_BE_SECRET.test(text) ||
      MAY_PRINT.test(text) ||
      others.some((name) => text.includes(name)) ||
      ((LOOKS_AROUND.test(text) || (remark && text.includes("$"))) && READS.test(text)) ||
      leadsToOne(text, folder),
  );
}

/**
 * A text, followed on a new line by the text with each variable replaced by the value that the text or the environment
 * gives it.
 */
function withValues(text: string, env: Call["io"]["env"]): string {
  const own = new Map(
    Array.from(text.matchAll(/\b([A-Za-z_]\w{0,80})=([^\s;&|]{1,200})/g), ([, name, value]) => [name, value]),
  );
  const filled = text.replace(/\$\{?([A-Za-z_]\w*)\}?/g, (whole, name: string) => own.get(name) ?? env[name] ?? whole);
  return filled === text ? text : `${text}\n${filled}`;
}

/**
 * Whether a word of a text is a path to a file of secrets by a link: the file itself or a folder above it is a link.
 */
function leadsToOne(text: string, cwd: string): boolean {
  const words = text.split(/[\s<>;|&()=@:]+/).slice(0, MOST_WORDS);
  return words.some((word) => {
    if (!/[\w.]/.test(word) || word.startsWith("-")) return false;
    const file = resolve(cwd, word);
    return existsSync(file) && MAY_BE_SECRET.test(realPath(file));
  });
}
