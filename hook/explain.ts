import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { homeOf, type Io } from "../kit/io.ts";
import { isObject, type JsonObject, parseLossless } from "../kit/json.ts";
import { stripBom } from "../kit/text.ts";
import { UserError } from "../kit/user-error.ts";
import { detectDialect } from "../agents/codec/detect-dialect.ts";
import type { Capabilities, Dialect, Reply } from "../agents/codec/dialect.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { ObjectedItem, Outcome } from "../agents/codec/outcome.ts";
import { loadAgent } from "../agents/registry.ts";
import type { JsonFinding } from "../redactors/doors/finding.ts";
import { redactText } from "../redactors/doors/redact.ts";
import { DEFAULT_SETTINGS, type Settings } from "../worktree/doors/settings.ts";
import { BUILTINS } from "../builtins/doors/table.ts";
import { offInWords, readSwitch } from "../worktree/doors/switch.ts";
import { copyNotes } from "../session/restored-notes.ts";
import { describeEffect } from "./describe-effect.ts";
import { fromNow } from "./deadline.ts";
import { dispatch } from "./dispatch.ts";
import { explainVerdict, type Again, type ExplainedVerdict } from "./explain-verdict.ts";
import type { HookRequest } from "./request.ts";
import type { Watch } from "./watch.ts";
import { whyDialect, type WhyDialect } from "./why-dialect.ts";

/** The position of a secret. The secret itself is not included. */
interface ExplainedFinding {
  readonly rule: string;
  readonly kind: string;
  readonly confidence: string;
  /** A JSON pointer into the value that the builtin searched. */
  readonly at: string;
  /** The number of characters. */
  readonly length: number;
}

export interface ExplainedBuiltin {
  readonly name: string;
  /** The canonical event that the builtin answered. */
  readonly event: string;
  /** Whether the user's or a project's settings name the builtin; the default profile counts as the user's. */
  readonly origin: "user" | "project";
  /**
   * `not run`: the builtin would record or send something, which `explain` never does. `not matched`: its matchers do
   * not fit the event, or the agent itself gives its model the same text; `says` holds the reason.
   */
  readonly state: "ran" | "not run" | "not matched";
  /** The kinds of the builtin's outcome: `nothing`, or any of `context`, `notice`, `rewrite of …`, a verdict. */
  readonly says: readonly string[];
  readonly findings: readonly ExplainedFinding[];
  /** Sentences about parts that the builtin could not check and let pass. */
  readonly remarks: readonly string[];
}

export interface Explanation {
  readonly agent: string;
  readonly title: string;
  /** The event's name in the agent's spelling; empty if the payload has none. */
  readonly event: string;
  /** The canonical events that the payload stands for. */
  readonly canonical: readonly string[];
  readonly chosen: WhyDialect;
  /** The agent's final treatment of the event. */
  readonly verdict: ExplainedVerdict;
  /** Whether SNAPVEIL_DISABLE is set or snapveil is switched off, so that no builtin runs. */
  readonly disabled: boolean;
  readonly builtins: readonly ExplainedBuiltin[];
  /** The findings that led to the answer: kinds, masked excerpts and positions. */
  readonly found: readonly (ObjectedItem & { readonly guard: string })[];
  /** The sentences about the findings that the model and the person get. */
  readonly texts: { readonly model?: readonly string[]; readonly person?: readonly string[] };
  /** The reply, with secrets in it redacted. */
  readonly reply: { readonly stdout: string; readonly stderr: string; readonly exit_code: number };
  /** Sentences on what the agent does with the reply. */
  readonly effect: readonly string[];
}

/**
 * Answers an event like a hook and describes each step. It leaves no traces: builtins that record do not run, and state
 * is kept in a temporary folder. Texts that the session's model already got are therefore given as if they were new.
 * @throws UserError if the text is no event
 */
export async function explain(io: Io, text: string, request: HookRequest): Promise<Explanation> {
  const raw = eventOf(text);
  const data = mkdtempSync(join(tmpdir(), "snapveil-explain-"));
  try {
    const { dialect, wireName } = await detectDialect(raw, request, io.env);
    const builtins: ExplainedBuiltin[] = [];
    let findings: readonly JsonFinding[] = [];
    let remarks: readonly string[] = [];
    const holders = new Set<string>();
    const world = {
      ...fromNow(io),
      env: { ...io.env, SNAPVEIL_DATA_DIR: data },
      lasting: io.env,
      readStdin: () => text,
    };
    const [{ sessionId }] = dialect.decode(raw, wireName);
    let note: "none" | "kept" | "told" = copyNotes(io, world, sessionId) ? "kept" : "none";
    let delivered: Delivered | undefined;
    const add = (
      name: string,
      event: HookEvent,
      origin: "user" | "project",
      state: ExplainedBuiltin["state"],
      says: readonly string[],
    ) => {
      builtins.push({ name, event: event.name, origin, state, says, findings: findings.map(pointAt), remarks });
      findings = [];
      remarks = [];
    };
    let settings: Settings | undefined;
    const reply = await dispatch(world, request, {
      settings: (own) => (settings = own),
      runs(step, event) {
        const isRun = !step.builtin.leavesTraces;
        if (step.builtin.holdsTurn && ["turn_end", "stop"].includes(event.name)) holders.add(step.builtin.name);
        if (!isRun) add(step.builtin.name, event, step.origin, "not run", []);
        return isRun;
      },
      skips: (step, event, why) => add(step.builtin.name, event, step.origin, "not matched", [why]),
      found: (found) => (findings = found),
      tells: () => (note = "told"),
      remark: (sentence) => (remarks = [...remarks, sentence]),
      says: (step, event, outcome) => add(step.builtin.name, event, step.origin, "ran", saidBy(outcome)),
      delivers: (wanted, sent, capabilities) => (delivered = { wanted, sent, capabilities }),
    });
    const isFailed = !delivered && (reply.stdout !== "" || reply.stderr !== "") && builtins.length === 0;
    const disabled = whyDisabled(io);
    const taken = (delivered as Delivered | undefined)?.sent;
    const again: Again = {
      withSettings: (change) => takenAgain(world, request, change),
      async readsSecret() {
        const { name, refusesUncleaned = [] } = BUILTINS.find((one) => one.refusesUncleaned)!;
        const named = { ...request, builtin: name, args: refusesUncleaned };
        return ["deny", "ask"].includes((await takenAgain(world, named, (same) => same))?.verdict?.kind ?? "");
      },
    };
    return {
      agent: dialect.name,
      title: dialect.title,
      event: wireName,
      canonical: canonicalOf(dialect, raw, wireName),
      chosen: await whyDialect(raw, request, io.env, dialect.name),
      verdict: isFailed
        ? failedVerdict(dialect, reply)
        : await explainVerdict(io, { title: dialect.title, taken, settings, disabled }, again),
      disabled: disabled !== undefined,
      builtins,
      found: (delivered?.sent.objections ?? []).flatMap(({ guard = "", found }) =>
        found.map((one) => ({ guard, ...one })),
      ),
      texts: delivered ? textsOf(delivered.sent) : {},
      reply: shown(reply),
      effect: disabled
        ? [`${disabled}: nothing is looked at, and the agent goes on as if there were no hook.`]
        : isFailed
          ? ["Something failed on the way; this is the answer to that."]
          : [
              ...describeEffect(dialect.title, delivered),
              ...describeHold(dialect, wireName, raw, [...holders]),
              ...NOTES[note],
            ],
    };
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

interface Delivered {
  readonly wanted: Outcome;
  readonly sent: Outcome;
  readonly capabilities: Capabilities;
}

/** The outcome that the agent would get for the same event; `undefined` if no builtin ran, or an error occurred. */
async function takenAgain(world: Io, request: HookRequest, settings: Watch["settings"]): Promise<Outcome | undefined> {
  let taken: Outcome | undefined;
  const ignore = () => {};
  await dispatch(world, request, {
    settings,
    runs: ({ builtin }) => !builtin.leavesTraces,
    skips: ignore,
    found: ignore,
    tells: ignore,
    remark: ignore,
    says: ignore,
    delivers: (_wanted, sent) => (taken = sent),
  });
  return taken;
}

/** The verdict if an error occurred, which replaces the outcomes of all builtins. */
function failedVerdict({ title }: Dialect, { exitCode, stdout }: Reply): ExplainedVerdict {
  const isRefused = exitCode === 2 || /"(?:deny|block|cancel)"|"continue":false/.test(stdout);
  return isRefused
    ? { kind: "refused", sentence: `Refused: something failed on the way, and ${title} is told so.` }
    : { kind: "passes", sentence: `Passes: something failed on the way, and ${title} goes on.` };
}

/**
 * Sentences about files that undo, redo or restore put back: whether a note is kept for the session, and whether this
 * event would give it to the model.
 */
const NOTES = {
  none: [],
  kept: [
    "Files were put back since (undo, redo or restore); the model is told at the next event at which it hears it.",
  ],
  told: ["Files were put back since (undo, redo or restore): the model is told which, and to read them again."],
} as const;

/** The reason why hooks do nothing, as the beginning of a sentence; `undefined` if hooks work. */
function whyDisabled(io: Io): string | undefined {
  if (io.env["SNAPVEIL_DISABLE"] === "1") return "SNAPVEIL_DISABLE=1 is set";
  const { off } = readSwitch(io);
  return off && `snapveil is switched off ${offInWords(off)} (switch it on: snapveil on)`;
}

/** A sample event with which the agent would ask about a shell command; `undefined` if the agent has no samples. */
export async function commandEvent(
  io: Io,
  agent: string,
  command: string,
): Promise<{ text: string; event: string } | undefined> {
  const { samples } = await loadAgent(agent);
  if (!samples) return undefined;
  const [event, payload] = samples.before;
  const call = { cwd: io.cwd, home: homeOf(io.env) ?? "/", session: "explain", command, output: "", time: io.now() };
  return { text: JSON.stringify(payload(call)), event };
}

/** The texts about a refusal or redaction, without the other context for the model. */
function textsOf({ verdict, notice = [] }: Outcome): Explanation["texts"] {
  const said = verdict && verdict.kind !== "allow" ? verdict : undefined;
  const isForPerson = said !== undefined && [said.person, said.question].includes(said.reason);
  const clean = (texts: readonly string[]) => texts.map((text) => redactText(text, "plain").text);
  const person = clean([...(said && isForPerson ? [said.reason] : []), ...notice]);
  return {
    ...(said && !isForPerson && { model: clean([said.reason]) }),
    ...(person.length > 0 && { person }),
  };
}

function eventOf(text: string): JsonObject {
  try {
    const { value } = parseLossless(stripBom(text));
    if (isObject(value)) return value;
  } catch {
    throw new UserError("badStdin", ["it is not valid JSON."]);
  }
  throw new UserError("badStdin", ["it is valid JSON but not an object."]);
}

function canonicalOf(dialect: Dialect, raw: JsonObject, wireName: string): string[] {
  return dialect.decode(raw, wireName).map(({ name }) => name);
}

/** The agent's treatment of a turn whose end a builtin refuses, in sentences. The agent itself is not asked. */
function describeHold(dialect: Dialect, wireName: string, raw: JsonObject, names: readonly string[]): string[] {
  const { resumes } = dialect.carries(wireName, raw, DEFAULT_SETTINGS);
  return names.map((name) =>
    resumes
      ? `${dialect.title} goes on with the turn where ${name} refuses its end, and the model is told why.`
      : `${dialect.title} ends the turn whatever ${name} finds: the person is told here where the agent shows ` +
        "notices, and the model when it next hears a hook.",
  );
}

function saidBy({ verdict, context, rewrite, notice }: Outcome): string[] {
  const said = [
    ...(verdict ? [verdict.kind] : []),
    ...Object.keys(rewrite ?? {}).map((part) => `rewrite of ${part}`),
    ...(context && context.length > 0 ? ["context"] : []),
    ...(notice && notice.length > 0 ? ["notice"] : []),
  ];
  return said.length === 0 ? ["nothing"] : said;
}

function pointAt({ rule, kind, confidence, path, span }: JsonFinding): ExplainedFinding {
  // Keys come from the payload, so they may be secrets, too.
  const at = path
    .map(
      (step) => `/${redactText(String(step), "plain").text.slice(0, 60).replaceAll("~", "~0").replaceAll("/", "~1")}`,
    )
    .join("");
  return { rule, kind, confidence, at, length: span[1] - span[0] };
}

function shown({ stdout, stderr, exitCode }: Reply): Explanation["reply"] {
  return { stdout: redactText(stdout, "plain").text, stderr: redactText(stderr, "plain").text, exit_code: exitCode };
}
