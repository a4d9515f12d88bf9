import { deliver } from "../agents/codec/deliver.ts";
import type { Capabilities, Reply } from "../agents/codec/dialect.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { BUILTINS, isGuarded } from "../builtins/doors/table.ts";
import { isObject, parseJson, type Json, type JsonObject } from "../kit/json.ts";
import { redactJson } from "../redactors/doors/redact.ts";
import { broken, limit, ok, warning, type Check } from "./check.ts";
import { LOGIN_SCRIPT, repairOf, SECRET, WHERE, type LineRun, type TestedLeg, type Trial } from "./judge-answer.ts";
import { judgePolicy, ownPolicy } from "./judge-policy.ts";

/**
 * Judges the answer to an event with a secret: it should have the keys of the rewrite that the dialect itself produces.
 */
export function judgeSecret(
  run: LineRun,
  { dialect, settings, hasOthers }: Trial,
  event: string,
  raw: JsonObject,
  leg: TestedLeg,
): Check {
  const name = `secret_in_${leg}`;
  const where = WHERE[leg];
  const part = leg === "arguments" ? "toolInput" : "toolResponse";
  const guarded = guardedEvents(dialect.decode(raw, event), part);
  if (guarded.length === 0)
    return limit(name, `${dialect.title} lets no hook change ${where}: a secret there is not held back.`);
  const target = guarded.find((one) => isGuarded(one.name, settings));
  if (!target) return warning(name, `Your settings do not redact everything at ${event}: a secret in ${where} passes.`);
  const rewrite = { [part]: redactJson(target[part]!, settings.marker).value };
  const answerTo = (one: Capabilities) => dialect.encode(deliver({ rewrite }, one, dialect.title), event, raw);
  const alone = dialect.carries(event, raw, settings);
  const beside = { ...alone, contested: "" };
  const isContested = hasOthers && missingKeys(answerTo(beside).stdout, run.stdout)?.length === 0;
  const capabilities: Capabilities = isContested ? beside : alone;
  const expected = answerTo(capabilities);
  if (run.stdout.includes(SECRET) || run.stderr.includes(SECRET))
    return broken(
      name,
      `The answer to ${event} repeats the secret.`,
      "Run snapveil install again; then snapveil explain shows what happens.",
    );
  const own = leg === "arguments" ? ownPolicy(target, settings) : undefined;
  const isAnswer = (kind: "ask" | "deny") =>
    isLike(run, dialect.encode(deliver({ verdict: { kind, reason: where } }, alone, dialect.title), event, raw));
  const follows = () => isAnswer("ask") || isAnswer("deny");
  const byPolicy = own && judgePolicy(own, { name, where, ms: run.ms, follows });
  if (byPolicy) return byPolicy;
  if (run.exitCode !== expected.exitCode)
    return broken(
      name,
      `The line for ${event} ended with exit code ${run.exitCode} on a secret in ${where}, where the agent wants ` +
        `${expected.exitCode}.`,
      repairOf(run),
    );
  const isTakenOut = capabilities.rewrite.includes(part) && !(isContested && part === "toolInput");
  const degree = isTakenOut ? "taken out" : capabilities.refusal ? "refused" : undefined;
  if (degree === undefined && expected.stdout === "")
    return limit(name, `${dialect.title} lets no hook change ${where} here: a secret there is not held back.`);
  const lack = lackOf(run, expected, { name, event, where });
  if (lack) return lack;
  if (degree === undefined)
    return limit(
      name,
      capabilities.tries?.includes(part)
        ? `A secret in ${where} is taken out and warned of: nobody here has seen what ${dialect.title} makes of it.`
        : `${dialect.title} lets no hook change ${where} here: a secret there is not held back, but warned of.`,
    );
  return ok(name, `A secret in ${where} is ${degree}.`, run.ms);
}

/** The decoded events whose part a guard reads. */
function guardedEvents(decoded: readonly HookEvent[], part: "toolInput" | "toolResponse"): readonly HookEvent[] {
  const guards = BUILTINS.filter(({ failure }) => failure === "closed");
  return decoded.filter((one) => part in one && guards.some(({ events }) => events?.includes(one.name)));
}

/** What an answer with the right exit code lacks; `undefined` if it has all keys of the expected reply. */
function lackOf(
  run: LineRun,
  expected: Reply,
  { name, event, where }: { readonly name: string; readonly event: string; readonly where: string },
): Check | undefined {
  const missing = missingKeys(expected.stdout, run.stdout);
  if (missing === undefined)
    return broken(
      name,
      `The answer to ${event} is no JSON object, so the agent drops it and the secret passes.`,
      LOGIN_SCRIPT,
    );
  if (missing.length === 0) return undefined;
  return broken(
    name,
    `A secret in ${where} passes: the answer to ${event} lacks ${missing.join(", ")}.`,
    "Is redact_secrets left out by the line or by your settings? snapveil explain shows what runs.",
  );
}

/** Whether an answer has the exit code of a reply and all of its keys. */
function isLike({ stdout, exitCode }: LineRun, reply: Reply): boolean {
  return reply.exitCode === exitCode && missingKeys(reply.stdout, stdout)?.length === 0;
}

/**
 * The keys of the expected reply that the actual one lacks; `undefined` if the actual one is no JSON object. If a plain
 * text is expected, no key is missing.
 */
function missingKeys(expected: string, actual: string): string[] | undefined {
  const wanted = parseJson(expected);
  if (!isObject(wanted)) return [];
  const got = parseJson(actual);
  return isObject(got) ? keysOf(wanted).filter((path) => !keysOf(got).includes(path)) : undefined;
}

function keysOf(value: Json, path = ""): string[] {
  if (!isObject(value)) return [path];
  return Object.entries(value).flatMap(([key, item]) => keysOf(item, path === "" ? key : `${path}.${key}`));
}
