import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Io } from "../kit/io.ts";
import type { JsonObject } from "../kit/json.ts";
import { detectDialect } from "../agents/codec/detect-dialect.ts";
import type { Capabilities, Dialect } from "../agents/codec/dialect.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { Outcome } from "../agents/codec/outcome.ts";
import { DEFAULT_SETTINGS, type Settings } from "../worktree/doors/settings.ts";
import { BUILTINS } from "../builtins/doors/table.ts";
import { offInWords, readSwitch } from "../worktree/doors/switch.ts";
import { copyNotes } from "../session/restored-notes.ts";
import { describeEffect } from "./describe-effect.ts";
import { fromNow } from "./deadline.ts";
import { dispatch } from "./dispatch.ts";
import { collectValues } from "./explain-values.ts";
import { ExplainedSteps } from "./explained-steps.ts";
import { explainVerdict, type Again } from "./explain-verdict.ts";
import {
  failedVerdict,
  whyNoEffect,
  saidBy,
  shown,
  textsOf,
  type ExplainedBuiltin,
  type Explanation,
} from "./explanation.ts";
import type { PlannedStep } from "./plan.ts";
import type { HookRequest } from "./request.ts";
import type { Watch } from "./watch.ts";
import { whyDialect } from "./why-dialect.ts";
import { eventOf, canonicalOf } from "./sample-event.ts";

/**
 * Answers an event like a hook and describes each step. It leaves no traces: builtins that record do not run, and state
 * is kept in a temporary folder. Texts that the session's model already got are therefore given as if they were new.
 * @throws UserError if the text is no event
 */
export async function explain(io: Io, text: string, request: HookRequest): Promise<Explanation> {
  const raw = eventOf(text);
  const data = mkdtempSync(join(tmpdir(), "snapveil-explain-"));
  const values = collectValues();
  try {
    const { dialect, wireName } = await detectDialect(raw, request, io.env);
    const steps = new ExplainedSteps(values);
    const { builtins } = steps;
    const holders = new Set<string>();
    const env = { ...io.env, SNAPVEIL_DATA_DIR: data };
    const world = { ...fromNow(io), env, lasting: io.env, readStdin: () => text };
    const [{ sessionId }] = dialect.decode(raw, wireName);
    let note: "none" | "kept" | "told" = copyNotes(io, world, sessionId) ? "kept" : "none";
    let delivered: Delivered | undefined;
    const add = (step: PlannedStep, event: HookEvent, state: ExplainedBuiltin["state"], says: readonly string[]) =>
      steps.add({ name: step.builtin.name, event, origin: step.origin, state, says });
    let settings: Settings | undefined;
    const reply = await dispatch(world, request, {
      settings: (own) => (settings = own),
      runs(step, event) {
        const isRun = !step.builtin.leavesTraces;
        if (step.builtin.holdsTurn && ["turn_end", "stop"].includes(event.name)) holders.add(step.builtin.name);
        if (!isRun) add(step, event, "not run", []);
        return isRun;
      },
      skips: (step, event, why) => add(step, event, "not matched", [why]),
      found: (found) => steps.found(found),
      tells: () => (note = "told"),
      remark: (sentence) => steps.remark(sentence),
      says: (step, event, outcome) => add(step, event, "ran", saidBy(outcome)),
      delivers: (wanted, sent, capabilities) => (delivered = { wanted, sent, capabilities }),
    });
    values.end();
    const isFailed = !delivered && (reply.stdout !== "" || reply.stderr !== "") && builtins.length === 0;
    const disabled = whyDisabled(io);
    const taken = (delivered as Delivered | undefined)?.sent;
    const isObjected = (delivered as Delivered | undefined)?.wanted.objections !== undefined;
    const isFound = isObjected || builtins.some((one) => one.findings.length > 0);
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
        : await explainVerdict(io, { title: dialect.title, taken, settings, disabled, isFound }, again),
      disabled: disabled !== undefined,
      builtins,
      found: (delivered?.sent.objections ?? []).flatMap(({ guard = "", found }) =>
        found.map((one) => ({ guard, ...one })),
      ),
      texts: delivered ? textsOf(delivered.sent) : {},
      reply: shown(reply),
      effect: whyNoEffect(disabled, isFailed) ?? [
        ...describeEffect(dialect.title, delivered),
        ...describeHold(dialect, wireName, raw, [...holders]),
        ...NOTES[note],
      ],
    };
  } finally {
    values.end();
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
