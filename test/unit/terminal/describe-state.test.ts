import { expect, test } from "vitest";

import { describeFrontPage } from "../../../terminal/describe-front-page.ts";
import { isOn, stateInWords, stateLine, type State } from "../../../terminal/describe-state.ts";

const CLAUDE = { title: "Claude Code", isIdle: false };
const CODEX = { title: "Codex", isIdle: false };
const IDLE = { title: "Gemini CLI", isIdle: true };
const WAITS = { ...CODEX, awaits: "start codex" };
const OFF = { since: "2026-01-10T12:00:00.000Z", until: null };
const NOTHING = { refused: 0, asked: 0, guards: {}, redactions: {} };

const STATES: readonly (readonly [State, on: boolean, says: RegExp])[] = [
  [{ starters: [] }, false, /^not on yet: .* snapveil install$/],
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
  expect(stateLine({ starters: [CLAUDE] }, "ready", today)).toBe(
    "snapveil is on, for Claude Code · 3 secrets hidden today · 1 call refused today · undo ready",
  );
  expect(stateLine({ starters: [CLAUDE] }, "nothing yet", NOTHING)).toBe(
    "snapveil is on, for Claude Code · nothing to undo yet",
  );
  expect(stateLine({ starters: [CLAUDE] }, "not here", NOTHING)).toMatch(
    /no undo here: not a git folder; `snapveil track \.`$/,
  );
  expect(stateLine({ starters: [] }, "ready", today)).not.toMatch(/today|undo/);
});

test.each([
  [[], /^ {2}snapveil install /m],
  [[CLAUDE], /^ {2}snapveil status /m],
])("below the line stand eight commands that fit 80 columns, for %j", (starters, first) => {
  const page = describeFrontPage({ state: { starters }, undo: "ready", today: NOTHING });
  const rows = page.split("\n").filter((line) => line.startsWith("  "));
  expect(page).toMatch(first);
  expect(rows).toHaveLength(8);
  expect(rows.filter((row) => row.length > 80)).toEqual([]);
});
