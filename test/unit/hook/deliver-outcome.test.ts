import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { Capabilities } from "../../../agents/codec/dialect.ts";
import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import type { Outcome } from "../../../agents/codec/outcome.ts";
import { deliverOutcome, isRefused, rememberAnswer, type Answer } from "../../../hook/deliver-outcome.ts";
import type { OpenedEvents } from "../../../hook/open-events.ts";
import { refusedPaths } from "../../../session/refused-paths.ts";
import { forPerson, tellLater } from "../../../session/said.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { ioWith } from "../../support/io-with.ts";

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "deliver-"));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));
const world = () => ({ ...ioWith("", { SNAPVEIL_DATA_DIR: place, HOME: place }), now: () => new Date() });

const ALL: Capabilities = { refusal: true, context: true, notice: true, rewrite: ["toolInput", "toolResponse"] };

interface Given {
  readonly event?: Partial<HookEvent>;
  readonly can?: Partial<Capabilities>;
  readonly asks?: boolean;
  readonly problems?: readonly string[];
  /** Called when the notes of the texts that the model knows are saved. */
  readonly keep?: () => void;
}

const capabilitiesOf = ({ can }: Given): Capabilities => ({ ...ALL, ...can });

function openedOf({ event, keep }: Given): OpenedEvents {
  const first = { name: "pre_tool_use", dialect: "claude-code", sessionId: "s", cwd: place, ...event } as HookEvent;
  const known = { tells: [], title: "An agent", knownContext: keep && { keep } };
  return {
    events: [first],
    settings: DEFAULT_SETTINGS,
    standsIn: false,
    data: place,
    known,
  } as unknown as OpenedEvents;
}

function delivered(outcome: Outcome, given: Given = {}): Promise<Answer> {
  const dialect = { title: "An agent", asks: () => given.asks ?? false };
  const context = { raw: {}, detected: { dialect }, replyName: "", capabilities: capabilitiesOf(given) };
  const reply = { ...context, isOwedNews: false } as unknown as Parameters<typeof deliverOutcome>[3];
  return deliverOutcome(world(), outcome, openedOf(given), reply, given.problems ?? [], undefined);
}

const DENIED: Outcome = { verdict: { kind: "deny", reason: "model", person: "person" } };
const ASKED: Outcome = { verdict: { kind: "ask", reason: "model", person: "person" } };

test.each<[outcome: Outcome, given: Given, reason: string, notice: readonly string[] | undefined]>([
  [DENIED, {}, "model", ["person"]],
  [DENIED, { can: { notice: false } }, "model", undefined],
  [DENIED, { can: { lever: ["refusal"] } }, "person", undefined],
  [DENIED, { can: { lever: ["toolResponse"] } }, "model", ["person"]],
  [DENIED, { asks: true }, "model", ["person"]],
  [DENIED, { event: { name: "user_prompt_submit" } }, "person", undefined],
  [DENIED, { event: { name: "before_llm_call" } }, "person", undefined],
  [DENIED, { event: { name: "config_change" } }, "person", undefined],
  [DENIED, { event: { name: "turn_end" } }, "model", ["person"]],
  [ASKED, { asks: true }, "person", undefined],
  [ASKED, {}, "model", ["person"]],
])(
  "of the verdict %j the text for the person is where the person reads it: %j",
  async (outcome, given, reason, told) => {
    const { sent } = await delivered({ ...outcome }, given);
    expect([sent.verdict?.reason, sent.notice]).toEqual([reason, told]);
  },
);

test("sentences about the settings wait for an event that shows the person a notice", async () => {
  const problems = ["The setting is wrong."];
  expect((await delivered({}, { problems, can: { notice: false } })).wanted).toEqual({});
  expect((await delivered({}, { problems })).sent.notice).toEqual(problems);
  expect((await delivered({}, { problems })).sent.notice ?? []).toEqual([]);
});

test("a text that waits is given to whom it is for, at the first event that takes it", async () => {
  tellLater(world(), ["claude-code", "s"], ["for the model"]);
  tellLater(world(), forPerson("claude-code", "s"), ["for the person"]);
  const silent: Given = { can: { notice: false, context: false } };
  for (const given of [silent, { can: { notice: false, unheard: true } }, { event: { sessionId: "other" } }] as Given[])
    expect((await delivered({}, given)).sent, JSON.stringify(given)).toEqual({});
  expect((await delivered({}, { can: { notice: false } })).sent).toEqual({ context: ["for the model"] });
  expect((await delivered({}, { can: { context: false } })).sent).toEqual({ notice: ["for the person"] });
});

/** What later events of the session are told, after an answer that could not tell. */
async function keptAfter(answer: Partial<Answer>, lost: Outcome, given: Given): Promise<readonly string[]> {
  const whole = { wanted: {}, sent: {}, ...answer };
  const context = { capabilities: capabilitiesOf(given) } as Parameters<typeof rememberAnswer>[3];
  await rememberAnswer(world(), whole, openedOf(given), context, lost);
  return (await delivered({}, { can: {} })).sent.context ?? [];
}

const REWRITTEN: Partial<Answer> = {
  wanted: { rewriteContext: ["changed"], unfinished: ["go on"] },
  sent: { rewrite: { toolInput: {} } },
};
test.each<[answer: Partial<Answer>, can: Partial<Capabilities>, kept: string[]]>([
  [REWRITTEN, { context: false }, ["lost", "changed", "go on"]],
  [REWRITTEN, { unheard: true }, ["lost", "changed", "go on"]],
  [REWRITTEN, { context: false, resumes: true }, ["lost", "changed"]],
  [{ ...REWRITTEN, sent: {} }, { context: false }, ["lost", "go on"]],
  [REWRITTEN, {}, []],
])("texts of %j that an event with %j does not take are kept: %j", async (answer, can, kept) => {
  expect(await keptAfter(answer, { context: ["lost"] }, { can })).toEqual(kept);
});

test.each<[sent: Outcome, can: Partial<Capabilities>, isKept: boolean]>([
  [{}, {}, true],
  [{ verdict: { kind: "allow", reason: "" } }, {}, true],
  [DENIED, {}, false],
  [{}, { context: false }, false],
])("the model knows the texts of the answer %j with %j: %s", async (sent, can, isKept) => {
  let kept = false;
  await keptAfter({ sent }, {}, { can, keep: () => void (kept = true) });
  expect(kept).toBe(isKept);
});

test("of a refused call, and of no other, the files that it would have harmed are known to later calls", async () => {
  const objections = [{ found: [] }, { found: [], harm: { rules: ["rm"], paths: ["/w/a"] } }];
  const known = () => refusedPaths(world(), "s")("/w/a", false);
  const approved: Outcome = { verdict: { kind: "allow", reason: "" }, objections };
  await keptAfter({ sent: approved }, {}, {});
  expect([isRefused(approved), known()]).toEqual([false, []]);
  await keptAfter({ sent: { ...DENIED, objections } }, {}, {});
  expect([isRefused(DENIED), known()]).toEqual([true, ["rm"]]);
});
