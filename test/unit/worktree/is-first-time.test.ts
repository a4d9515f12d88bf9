import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { notYetSaid } from "../../../worktree/is-first-time.ts";
import { ioWith } from "../../support/io-with.ts";

const SENTENCES = ["one.", "two."];

let place: string;
beforeEach(() => (place = mkdtempSync(join(tmpdir(), "said-"))));
afterEach(() => rmSync(place, { recursive: true, force: true }));

test.each([
  ["once in a session", "s", true, []],
  ["again where the session has no name", undefined, true, SENTENCES],
  ["again where there is no place for state", "s", false, SENTENCES],
])("a sentence is said %s", (_, session, hasPlace, then) => {
  const io = { ...ioWith("", hasPlace ? { SNAPVEIL_DATA_DIR: place } : {}), now: () => new Date() };
  expect(notYetSaid(io, session, SENTENCES)).toEqual(SENTENCES);
  expect(notYetSaid(io, session, SENTENCES)).toEqual(then);
});
