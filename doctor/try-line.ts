import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { isGuarded } from "../builtins/planned.ts";
import { BUILTINS, builtinNamed } from "../builtins/registry.ts";
import type { Registered } from "../agents/formats/config-file.ts";
import type { Installer } from "../agents/formats/installer.ts";
import type { Io } from "../kit/io.ts";
import { isObject, type Json, type JsonObject } from "../kit/json.ts";
import { deliver } from "../agents/codec/deliver.ts";
import type { Agent } from "../agents/codec/agent.ts";
import type { Dialect, Reply } from "../agents/codec/dialect.ts";
import type { Rewrite } from "../agents/codec/outcome.ts";
import { redactJson } from "../redactors/redactor.ts";
import type { Settings } from "../worktree/settings.ts";
import { broken, ok, warning, type Check } from "./check.ts";
import { namedBuiltin } from "./named-builtin.ts";
import type { SampleCall, Samples } from "../agents/codec/samples.ts";
import { startLine } from "./start-line.ts";

/** Made up, and put together here so that no scanner takes this file for a leak. */
const SECRET = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");
/** Where the agent names no timeout, and the most that is waited for. */
const LONGEST = 60_000;

export interface Trial {
  readonly installer: Installer;
  readonly dialect: Agent;
  readonly settings: Settings;
  readonly registered: readonly Registered[];
}

/**
 * Starts the lines that are registered for the events around a tool call, each with a harmless event and with one that
 * holds a secret, in a folder and with a place for state that are thrown away. What comes back is held against what the
 * dialect would answer.
 */
export function tryLines(io: Io, trial: Trial): Check[] {
  const { samples } = trial.dialect;
  if (!samples) return [];
  const root = mkdtempSync(join(tmpdir(), "snapveil-doctor-"));
  try {
    const before = tryEvent(io, trial, root, samples.before, "arguments");
    return samples.after ? [...before, ...tryEvent(io, trial, root, samples.after, "output")] : before;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

type Leg = "arguments" | "output";

function tryEvent(io: Io, trial: Trial, root: string, [event, payload]: Samples["before"], leg: Leg): Check[] {
  const lines = [
    ...new Map(
      trial.registered.filter((one) => one.event === event || one.event === "").map((one) => [one.command, one]),
    ).values(),
  ];
  return lines.flatMap((line) => {
    const cwd = join(root, "project");
    mkdirSync(cwd, { recursive: true });
    const base: SampleCall = {
      cwd,
      home: io.env["HOME"] ?? root,
      session: randomUUID(),
      command: "ls -l",
      output: "total 0\n",
      time: io.now(),
    };
    const start = (call: SampleCall) => timed(io, () => start1(io, trial, line, payload(call), call, root));
    start(base); // texts that open a session go with the first event
    const clean = start(base);
    const cleanCheck = judgeClean(clean, trial.dialect.encode({}, event, payload(base)), event, line, trial.installer);
    if (cleanCheck.state === "broken") return [cleanCheck];
    const alone = namedBuiltin(line.command);
    if (alone !== undefined && builtinNamed(alone)?.failure !== "closed")
      return [
        cleanCheck,
        warning(
          `secret_in_${leg}`,
          `The line for ${event} starts ${alone} alone: a secret in ${WORDS[leg].where} passes.`,
        ),
      ];
    const guilty =
      leg === "arguments"
        ? { ...base, command: `curl -H 'Authorization: token ${SECRET}' https://example.test` }
        : { ...base, output: `token: ${SECRET}\n` };
    return [cleanCheck, judgeSecret(start(guilty), trial, event, payload(guilty), leg)];
  });
}

interface Run {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly error?: string;
  readonly ms: number;
}

function timed(io: Io, run: () => Omit<Run, "ms">): Run {
  const from = io.now().getTime();
  const result = run();
  return { ...result, ms: io.now().getTime() - from };
}

function start1(
  io: Io,
  { installer, dialect }: Trial,
  line: Registered,
  payload: JsonObject,
  call: SampleCall,
  root: string,
): Omit<Run, "ms"> {
  const env = {
    ...present(io.env),
    ...dialect.samples?.env?.(call),
    ...line.env,
    SNAPVEIL_DATA_DIR: join(root, "data"),
  };
  const { stdout, stderr, status, error } = startLine(line.command, installer, {
    env,
    cwd: call.cwd,
    input: JSON.stringify(payload),
    timeout: limitOf(line, installer),
    platform: io.platform,
  });
  return { stdout: stdout.toString("utf8"), stderr, exitCode: status, ...(error !== undefined && { error }) };
}

function limitOf({ timeout }: Registered, { isMilliseconds }: Installer): number {
  if (timeout === undefined || timeout < 0) return LONGEST;
  return Math.min(LONGEST, isMilliseconds?.(timeout) ? timeout : timeout * 1000);
}

function present(env: Io["env"]): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined));
}

function judgeClean(run: Run, expected: Reply, event: string, line: Registered, installer: Installer): Check {
  const name = "clean_event";
  const fault = faultOf(run, limitOf(line, installer));
  if (fault) return broken(name, `The line for ${event} ${fault}.`, repairOf(run));
  if (run.exitCode !== expected.exitCode)
    return broken(
      name,
      `The line for ${event} ended with exit code ${run.exitCode} on a harmless event, where the agent wants ` +
        `${expected.exitCode}.`,
      repairOf(run),
    );
  if (run.stderr.trim() !== "")
    return broken(
      name,
      `The line for ${event} wrote on standard error although there was nothing to say; some agents take that ` +
        "for an answer.",
      "See what it is: run the line by hand with an event on standard input.",
    );
  if (run.stdout.trim() !== expected.stdout)
    return broken(
      name,
      `The line for ${event} answered a harmless event, where the agent wants ` +
        `${expected.stdout === "" ? "nothing" : "its own way to say nothing"}.`,
      "If a login script of yours prints something, let it print only in a terminal.",
    );
  const limit = limitOf(line, installer);
  if (run.ms > limit / 2)
    return warning(
      name,
      `The line for ${event} took ${run.ms} ms of the ${limit} ms that it has.`,
      "A busy machine, or a slow login script.",
    );
  return ok(name, `A harmless ${event} passes in silence.`, run.ms);
}

function faultOf({ error, exitCode, stderr }: Run, limit: number): string | undefined {
  if (error === "ETIMEDOUT") return `did not end within its ${limit} ms`;
  if (error === "ENOENT" || exitCode === 127) return "could not be started: there is no such program";
  if (error === "EACCES" || exitCode === 126) return "could not be started: it may not be run";
  if (error !== undefined) return `could not be started (${error})`;
  if (/Cannot find module|MODULE_NOT_FOUND/.test(stderr)) return "starts a Node that does not find the program";
  return undefined;
}

function repairOf({ error, exitCode, stderr }: Run): string {
  const isGone =
    error === "ENOENT" || exitCode === 127 || exitCode === 126 || /Cannot find module|MODULE_NOT_FOUND/.test(stderr);
  return isGone
    ? "Node or the copy of the program was moved: run snapveil install again for this agent."
    : "Run snapveil install again for this agent.";
}

const WORDS = {
  arguments: { part: "toolInput", where: "the arguments of a tool call" },
  output: { part: "toolResponse", where: "what a tool printed" },
} as const;

/** Holds the answer to a secret against what the dialect makes of a rewrite there. */
function judgeSecret(run: Run, { dialect, settings }: Trial, event: string, raw: JsonObject, leg: Leg): Check {
  const name = `secret_in_${leg}`;
  const { where, part } = WORDS[leg];
  const decoded = dialect.decode(raw, event);
  const guards = BUILTINS.filter(({ failure }) => failure === "closed");
  const guarded = decoded.filter((one) => part in one && guards.some(({ events }) => events?.includes(one.name)));
  if (guarded.length === 0)
    return ok(name, `${dialect.title} lets no hook change ${where}: a secret there is not held back.`, run.ms);
  const target = guarded.find((one) => isGuarded(one.name, settings));
  if (!target) return warning(name, `Your settings do not redact at ${event}: a secret in ${where} passes.`);
  const expected = expectedReply(dialect, settings, event, raw, {
    [part]: redactJson((target as unknown as Record<string, Json>)[part]!, settings.marker).value,
  });
  if (run.stdout.includes(SECRET) || run.stderr.includes(SECRET))
    return broken(
      name,
      `The answer to ${event} repeats the secret.`,
      "Run snapveil install again; then snapveil explain shows what happens.",
    );
  if (run.exitCode !== expected.exitCode)
    return broken(
      name,
      `The line for ${event} ended with exit code ${run.exitCode} on a secret in ${where}, where the agent wants ` +
        `${expected.exitCode}.`,
      repairOf(run),
    );
  const { rewrite, refusal } = dialect.carries(event, raw, settings);
  const degree = rewrite.includes(part) ? "taken out" : refusal ? "refused" : undefined;
  if (degree === undefined && expected.stdout === "")
    return ok(name, `${dialect.title} lets no hook change ${where} here: a secret there is not held back.`, run.ms);
  const missing = missingKeys(expected.stdout, run.stdout);
  if (missing === undefined)
    return broken(
      name,
      `The answer to ${event} is no JSON object, so the agent drops it and the secret passes.`,
      "If a login script of yours prints something, let it print only in a terminal.",
    );
  if (missing.length > 0)
    return broken(
      name,
      `A secret in ${where} passes: the answer to ${event} lacks ${missing.join(", ")}.`,
      "Is redact_secrets left out by the line or by your settings? snapveil explain shows what runs.",
    );
  if (degree === undefined)
    return ok(
      name,
      `${dialect.title} lets no hook change ${where} here: a secret there is not held back, but warned of.`,
      run.ms,
    );
  return ok(name, `A secret in ${where} is ${degree}.`, run.ms);
}

function expectedReply(dialect: Dialect, settings: Settings, event: string, raw: JsonObject, rewrite: Rewrite): Reply {
  return dialect.encode(deliver({ rewrite }, dialect.carries(event, raw, settings), dialect.title), event, raw);
}

/**
 * Keys of the expected answer that the real one has not; `undefined` where it is no answer at all. An answer in plain
 * text has none.
 */
function missingKeys(expected: string, actual: string): string[] | undefined {
  const wanted = parsed(expected);
  if (!isObject(wanted)) return [];
  const got = parsed(actual);
  return isObject(got) ? keysOf(wanted).filter((path) => !keysOf(got).includes(path)) : undefined;
}

function keysOf(value: Json, path = ""): string[] {
  if (!isObject(value)) return [path];
  return Object.entries(value).flatMap(([key, item]) => keysOf(item, path === "" ? key : `${path}.${key}`));
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
