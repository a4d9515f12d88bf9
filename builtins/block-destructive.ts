import { existsSync } from "node:fs";
import { resolve } from "node:path";

import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { CallEvent } from "../agents/codec/hook-event.ts";
import { isKeyFile, isStartFile } from "./block-destructive/start-files.ts";
import { startedBy } from "./block-destructive/started-files.ts";
import type { Wanted } from "./block-destructive/rule.ts";
import type { Call } from "./call.ts";
import { Gate } from "./gates/gate.ts";
import { mayDestroy } from "./gates/gates.ts";
import { mayHaveRefusedPaths } from "../session/refused-paths.ts";
import { mayHaveSecretCopies } from "../session/secret-copies.ts";
import { MAY_BE_SECRET } from "./secret-files/may-be-secret.ts";
import { anyOf } from "../kit/word-pattern.ts";
import { isEdit, statementOf } from "../call/tool-kind.ts";
import { callView } from "../call/call-view.ts";

/** The words without which no rule can match: a call that holds none of the words is not judged. */
export const MAY_DESTROY = new Gate(mayDestroy());

/** Matches paths of git's own files, of devices and of the system. A write to such a file is always judged. */
const MAY_BE_STRANGE =
  /(?:^|[\\/])\.git(?:$|[\\/])|^[\\/](?:dev|etc|boot|bin|sbin|lib|usr|System|Library)[\\/]|^\\\\\.\\/;
const DELETES = anyOf(
  `
    delete remove rm trash unlink erase drop destroy purge wipe truncate empty terminate reset nuke flush cancel close
    move rename mv
  `,
  "i",
);
/** Matches an argument that is a verb or a mutation of GraphQL by which a server deletes something. */
const ORDERS =
  /^\w*(?:delete|drop|destroy|purge|wipe|truncate|empty|terminate|reset|nuke|flush|remove|cancel)\w*$|\bmutation\b/i;

/** Matches a patch of Codex's that deletes a file, or writes a whole file. */
const PATCHED = /^\*\*\* (?:Delete|Add) File: /m;

/**
 * Refuses a call that destroys something, by the rules in `block-destructive/`: with `catastrophic` (the default) only
 * harm that nobody wants, with `unrecorded` also any loss that no checkpoint covers, with `all` also a loss that can be
 * undone. Arguments: `[catastrophic|unrecorded|all] [ask|deny]`. If `snapshot` records the discarded files before the
 * call, the call passes and a notice says so.
 */
export default async function blockDestructive(event: CallEvent, call: Call): Promise<Outcome> {
  if (event.toolInput === undefined) return nothing;
  const { io } = call;
  const { sessionId } = event;
  const isKnown =
    callView(event).kind === "shell" && (mayHaveRefusedPaths(io, sessionId) || mayHaveSecretCopies(io, sessionId));
  if (!isKnown && !isCloseLookNeeded(event, call) && !(await startsDestroyer(event, call))) return nothing;
  const wanted = parseArguments(call.args);
  const { judgeCall } = await import("./block-destructive/judge-call.ts");
  return judgeCall(event, call, typeof wanted === "string" ? { level: "all", verdict: "deny" } : wanted);
}

export function faultIn(args: readonly string[]): string | undefined {
  const wanted = parseArguments(args);
  return typeof wanted === "string" ? wanted : undefined;
}

/** The arguments `[catastrophic|unrecorded|all] [ask|deny]`. @returns a sentence about any other words */
function parseArguments(args: readonly string[]): Wanted | string {
  const [level = "catastrophic", verdict, ...rest] = args;
  const isLevel = level === "catastrophic" || level === "unrecorded" || level === "all";
  if (!isLevel || (verdict !== undefined && verdict !== "ask" && verdict !== "deny") || rest.length > 0)
    return (
      'block_destructive takes "catastrophic", "unrecorded" or "all", and behind it "ask" or "deny". ' +
      "Write for instance: block_destructive all ask"
    );
  return { level, ...(verdict !== undefined && { verdict }) };
}

/** Whether a call may match a rule, by its words alone. Most calls match none, and load no rules. */
function isCloseLookNeeded(event: CallEvent, { settings }: Call): boolean {
  const { toolName = "", toolInput } = event;
  const { kind, file, texts, isServers } = callView(event);
  const { deny, ask } = settings.destructive;
  if (deny.length + ask.length > 0) return true;
  if (kind === "write")
    return (
      MAY_BE_STRANGE.test(file ?? "") ||
      isStartFile(file ?? "") ||
      isKeyFile(file ?? "") ||
      DELETES.test(toolName) ||
      replaces(event) ||
      (file === undefined && texts.some((text) => PATCHED.test(text)))
    );
  // A server may pass the arguments to the client that its name says: `mcp__gcloud__run { args: ["projects", …] }`.
  const ofServer = isServers || /[_-]/.test(toolName) ? [[toolName.replace(/\W|_/g, " "), ...texts].join(" ")] : [];
  if (kind === "shell")
    return texts.some((text) => PATCHED.test(text) || mayCopySecrets(text)) || holdsWord([...texts, ...ofServer]);
  return DELETES.test(toolName) || statementOf(toolInput) !== undefined || texts.some((text) => ORDERS.test(text));
}

/**
 * Whether a file that the call starts may destroy something. Also true if it is unknown which files the call starts.
 */
async function startsDestroyer(event: CallEvent, { io }: Call): Promise<boolean> {
  if (callView(event).kind !== "shell") return false;
  const started = await startedBy(event, io);
  return started === undefined || started.some((one) => holdsWord([one]));
}

/** Whether a command may write secrets to a file, which later calls may send. */
function mayCopySecrets(text: string): boolean {
  return />|\bsplit\b/.test(text) && (MAY_BE_SECRET.test(text) || /\b(?:print)?env\b/.test(text));
}

function holdsWord(texts: readonly string[]): boolean {
  const all = new Set(texts.flatMap((text) => [text, text.replace(/["'\\]/g, "")]));
  return MAY_DESTROY.test([...all].join(";\n"));
}

/** Whether a tool replaces the whole content of an existing file. */
function replaces(event: CallEvent): boolean {
  const { toolName, toolInput, cwd } = event;
  const { file } = callView(event);
  return file !== undefined && !isEdit(toolName, toolInput) && existsSync(resolve(cwd ?? "/", file));
}
