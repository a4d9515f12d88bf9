import { expect, test } from "vitest";

import { describeFrontPage } from "../../../terminal/describe-front-page.ts";
import { isOn, stateInWords, stateLines, type State } from "../../../terminal/describe-state.ts";

const CLAUDE = { title: "Claude Code", isIdle: false };
const CODEX = { title: "Codex", isIdle: false };
const IDLE = { title: "Gemini CLI", isIdle: true };
const WAITS = { ...CODEX, awaits: "start codex" };
const OFF = { since: "2026-01-10T12:00:00.000Z", until: null };
const CLOSED = { prompts: 0, calls: 0 };
const AT = "2026-01-10T12:00:00.000Z";
const NOTHING = { refused: 0, asked: 0, guards: {}, redactions: {} };

const STATES: readonly (readonly [State, on: boolean, says: RegExp])[] = [
  [{ starters: [] }, false, /^not on yet: .* snapveil install$/],
  [
    { starters: [], newest: { agent: "docker-agent", createdAt: AT } },
    false,
    /^not registered .* of docker-agent is from 2026-.* snapveil install$/,
  ],
  [{ starters: [], newest: { createdAt: AT } }, false, /^not registered .* checkpoint here is from 2026-/],
  [{ starters: [CLAUDE] }, true, /^on, for Claude Code$/],
  [{ starters: [CLAUDE, CODEX] }, true, /^on, for Claude Code and Codex$/],
  [{ starters: [CLAUDE, IDLE] }, true, /^on, for Claude Code; not for Gemini CLI \(`snapveil doctor` says why\)$/],
  [{ starters: [WAITS] }, false, /^not on yet: Codex waits for your trust \(start codex\)$/],
  [{ starters: [CLAUDE, WAITS] }, true, /^on, for Claude Code; Codex waits for your trust \(start codex\)$/],
  [{ starters: [WAITS, IDLE] }, false, /^not on yet: Codex waits .*; not for Gemini CLI/],
  [{ starters: [{ ...WAITS, isIdle: true }] }, false, /^not on: the hooks of Codex do not run/],
  [{ starters: [IDLE] }, false, /^not on: the hooks of Gemini CLI do not run\. See why: snapveil doctor$/],
  [{ starters: [CLAUDE], off: OFF }, false, /^off since .*: snapveil on$/],
  [{ starters: [CLAUDE], off: "variable" }, false, /^off by SNAPVEIL_DISABLE=1, .*Unset the variable$/],
];

test.each(STATES)("%j: whether snapveil is on, and what to do where it is not", (state, on, says) => {
  expect(isOn(state)).toBe(on);
  expect(stateInWords(state)).toMatch(says);
});

test("the line tells what happened today only where snapveil is on", () => {
  const today = { ...NOTHING, refused: 1, redactions: { "github-token": 2, jwt: 1 } };
  expect(stateLines({ starters: [CLAUDE] }, { undo: "ready", open: { prompts: 1, calls: 2 } }, today)).toBe(
    "snapveil is on, for Claude Code · 3 secrets hidden today · 1 call refused today · undo ready · 1 turn still open",
  );
  expect(stateLines({ starters: [CLAUDE] }, { undo: "all undone", open: CLOSED, turns: 2 }, NOTHING)).toBe(
    "snapveil is on, for Claude Code · 2 turns today · all undone: redo ready",
  );
  expect(stateLines({ starters: [CLAUDE] }, { undo: "nothing yet", open: CLOSED }, NOTHING)).toBe(
    "snapveil is on, for Claude Code · nothing to undo yet",
  );
  expect(stateLines({ starters: [CLAUDE] }, { undo: "not here", open: CLOSED }, NOTHING)).toMatch(
    /no undo here: not a git folder; `snapveil track \.`$/,
  );
  expect(stateLines({ starters: [] }, { undo: "nothing yet", open: CLOSED }, today)).not.toMatch(/today|undo/);
  expect(stateLines({ starters: [], off: OFF }, { undo: "ready", open: CLOSED }, today)).toMatch(/\nundo ready$/);
  expect(stateLines({ starters: [] }, { undo: "all undone", open: CLOSED }, today)).toMatch(
    /\nall undone: redo ready$/,
  );
});

test.each([
  [[], /^ {2}snapveil install /m],
  [[CLAUDE], /^ {2}snapveil status /m],
  [[CLAUDE], /^ {2}snapveil on {2,}/m, OFF],
  [[WAITS], /^ {2}snapveil doctor /m],
  [[], /^ {2}snapveil install /m, "variable" as const],
])("below the line stand eight commands that fit 80 columns, for %j", (starters, first, off?: State["off"]) => {
  const page = describeFrontPage({
    state: { starters, ...(off && { off }) },
    here: { undo: "ready", open: CLOSED },
    today: NOTHING,
  });
  const rows = page.split("\n").filter((line) => line.startsWith("  "));
  expect(page).toMatch(first);
  expect(rows).toHaveLength(8);
  expect(rows.filter((row) => row.length > 80)).toEqual([]);
});
