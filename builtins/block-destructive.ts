import { existsSync } from "node:fs";
import { resolve } from "node:path";

import type { Json } from "../kit/json.ts";
import { pattern } from "../kit/word-pattern.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { CallEvent } from "../agents/codec/hook-event.ts";
import { changers } from "./block-destructive/changers.ts";
import { startedTexts } from "./block-destructive/started-files.ts";
import type { Wanted } from "./block-destructive/rule.ts";
import type { Call } from "./call.ts";
import { fileOf, isEdit, statementOf, textsOf, toolKind, type ToolKind } from "./tool-kind.ts";

/** Every word without which no rule can match; quotes and backslashes are taken out of a text before. */
export const MAY_DESTROY = pattern("i")`
  \b(?:${changers()})(?![\w:])
  |\b(?:upload\w*|helm|yank|etcdctl|unlinksync|purge\w*|unset|terminate|forget|un|uninstall|absent|stop|force_reset
  |fresh|refresh|flush|undefine|schema:load|truncate_all|diskutil|format|zpool|crontab
  |push|reset|checkout|restore|switch|read-tree|clean|drop|clear|branch|update-ref|reflog|gc|prune|filter-branch
  |filter-repo|worktree|delete\w*|destroy|dropdb|mysqladmin|flushall|flushdb|remove|volumes?|down|rb
  |terminate-instances|tag|drain|iex|invoke-\w+|kexec|hibernate|zap|deprecate|downgrade|rollback
  |remove-iam-policy-binding|deinit|taint|nosave
  |deleteall|pacman|setenforce|launchctl|unpublish|pg:reset|apps:destroy|rmtree|rm_rf?|rmsync|rmdirsync|removesync
  |rimraf|remove_entry\w*|remove_tree|remove_dir_all|emptydirsync|fork|base64|eval|erase\w*|dropdatabase)\b
  |(?:write(?:text)?file|createwritestream|outputfile|writejson|copy\w*|rename|truncate|move|replace
  |f?open)(?:sync)?\s*\(
  |file_put_contents|write_(?:text|bytes)|(?:file|io|bun)\.(?:write|new)
  |\b(?:tel)?init\s+[016]\b
  |\bsystemctl\s[^\n;|&]{0,99}(?:disable|mask|suspend|rescue|emergency)\b
  |\bufw\s[^\n;|&]{0,99}(?:disable|reset)\b
  |\b(?:ip6?tables|nft|dpkg|g?passwd|usermod)\s[^\n;|&]{0,99}(?:-[FPLdlr]\b|--(?:flush|policy|purge|lock|delete
  |remove)|\bflush|\bdelete)|-replace[=\s]
  |--(?:replicas|desired-\w{1,9})[=\s]+0\b|\breplace\s[^\n;|&]{0,99}--force|\bstack\s+rm\b|\bswarm\s+leave\b|\bps:s
  |\bscale\s+count\b
  |\bstop-(?:instances|db-)|\bdeallocate\b|\s(?:revoke|detach|remove|deactivate|deregister|release|stanza)-
  |\brepo (?:archive|rename)\b|--reset-offsets\b|\b(?:secrets|auth)\s+disable\b
  |\bqemu-img\s+snapshot\b|\brmi\b|\brevoke\b|\bupdate\s+\S{1,99}\s+set\b
  |\bmigrat\w{1,9}:(?:down|undo|revert|migrate\s+(?:first|prev))|\bmigrate\s[^\n;|&]{0,99}\bzero\b
  |\bmigrat\w{1,9}\s+revert\b|\becto\.rollback\b|\bflyway\s[^\n;|&]{0,99}undo\b
  |\bdatabase\s+update\s+0\b
  |\bsort\s[^\n;|&]{0,99}(?:-\w{0,9}o\b|--output)|\bsed(?=\s)[^\n;|&]{0,99}\s(?:(?:1,\$)?d\s|-(?:ni|n\s+-i|i\s+-n)\b)
  |\s(?:-\w{0,3}[of]|--?(?:out[\w-]{0,9}|file)|c\w{0,4}f)[=\s]\s?(?:~\/|\.\.\/|\$|\/(?!dev|tmp))
  |\bffmpeg\s(?:[^\n;|&]{0,99}\s)?-y\b
  |\bqemu-img\s+create\b|\bexec\s?\(|\b(?:deno|bun)\s[^\n;|&]{0,99}https?:|\bmshta\s|\bflush_all\b|-X\s?PATCH\b|\bdele\s
  |-delete\b|\bfs\.rm\b|\.drop\(|\(\s*\)\s*\{|(?<![-=&>\d])>\|?\s*(?![&\s]|/dev/(?:null|std|tty))
  |/dev/(?!null|std|tty|fd|zero|u?random|shm)
  |\bprocess\.env\b|\bos\.environ\b|%ENV\b|\bENV\.|\$_ENV\b|getenv\(\)
  |\$'|\\x[0-9a-f]|\\[0-7]{3}|(?:^|[;&|(\x60\n]\s*)\$|\$\w+\$
`;
/** Files that are not the project's. */
const MAY_BE_STRANGE =
  /(?:^|[\\/])\.git(?:$|[\\/])|^[\\/](?:dev|etc|boot|bin|sbin|lib|usr|System|Library)[\\/]|^\\\\\.\\/;
const DELETES =
  /delete|remove|rm|trash|unlink|erase|drop|destroy|purge|wipe|truncate|empty|terminate|reset|nuke|flush/i;

/** A patch of Codex's that takes a file away, or writes a whole one. */
const PATCHED = /^\*\*\* (?:Delete|Add) File: /m;

/**
 * Refuses a call that destroys something without a way back, by the rules in `block-destructive/`: a harm that nobody
 * means, with `unrecorded` also any loss that no checkpoint covers, with `all` also a loss with a way back. Arguments:
 * `[catastrophic|unrecorded|all] [ask|deny]`. If `snapshot` records the discarded files before the call, it passes and
 * a notice says so.
 */
export default async function blockDestructive(event: CallEvent, call: Call): Promise<Outcome> {
  const { toolName, toolCategory, toolInput: input } = event;
  if (input === undefined) return nothing;
  const kind = toolKind(toolName, toolCategory, input);
  if (!mayDestroy(kind, event, call) && !(await startsDestroyer(kind, event, call))) return nothing;
  const wanted = parseArguments(call.args);
  const { judgeCall } = await import("./block-destructive/judge-call.ts");
  return judgeCall(event, call, kind, typeof wanted === "string" ? { level: "all", verdict: "deny" } : wanted);
}

export function faultIn(args: readonly string[]): string | undefined {
  const wanted = parseArguments(args);
  return typeof wanted === "string" ? wanted : undefined;
}

/** `[catastrophic|unrecorded|all] [ask|deny]`. @returns a sentence about any other words */
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

/** Most calls destroy nothing, and load nothing more. */
function mayDestroy(
  kind: ToolKind,
  { toolName = "", toolInput: input = null, cwd }: CallEvent,
  { settings }: Call,
): boolean {
  const { deny, ask } = settings.destructive;
  if (deny.length + ask.length > 0) return true;
  if (kind === "write")
    return (
      MAY_BE_STRANGE.test(fileOf(input) ?? "") ||
      DELETES.test(toolName) ||
      replaces(toolName, input, cwd) ||
      (fileOf(input) === undefined && textsOf(input).some((text) => PATCHED.test(text)))
    );
  if (kind === "shell") {
    const texts = textsOf(input);
    return texts.some((text) => PATCHED.test(text)) || holdsWord(texts);
  }
  return DELETES.test(toolName) || statementOf(input) !== undefined;
}

/** Whether a file that the call starts may destroy something. */
async function startsDestroyer(kind: ToolKind, { toolInput = null, cwd }: CallEvent, { io }: Call): Promise<boolean> {
  if (kind !== "shell") return false;
  for (const text of textsOf(toolInput)) {
    const started = await startedTexts(text, cwd, io);
    if (started === undefined || started.some((one) => holdsWord([one]))) return true;
  }
  return false;
}

/**
 * All texts are one, of at least 1,000 characters: for a shorter one V8 compiles the pattern in another way, and for
 * the second one again, which takes 4 ms longer.
 */
function holdsWord(texts: readonly string[]): boolean {
  const all = new Set(texts.flatMap((text) => [text, text.replace(/["'\\]/g, "")]));
  return MAY_DESTROY.test([...all].join(";\n").padEnd(1000, "\0"));
}

/** Whether a tool writes a whole file in the place of one that is there. */
function replaces(toolName: string, input: Json, cwd: string | undefined): boolean {
  const file = fileOf(input);
  return file !== undefined && !isEdit(toolName, input) && existsSync(resolve(cwd ?? "/", file));
}
