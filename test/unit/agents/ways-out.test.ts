import { expect, test } from "vitest";

import { takesHooks } from "../../../agents/formats/ways-out.ts";

const PLUGIN = { managers: "plugin plugins", unhooked: /(?:^| )--bare(?: |$)|hooks=false/ };
const BARE = { managers: "" };

/** The words behind the agent's name, and whether they take our hooks from it. */
const CASES: readonly (readonly [words: string, takes: boolean])[] = [
  ["plugin uninstall snapveil", true],
  ["plugin uninstall snapveil@market", true],
  ["plugins rm SNAPVEIL", true],
  ["plugin marketplace remove snapveil", true],
  ["plugin uninstall other", false],
  ["plugin install snapveil", false],
  ["plugin list uninstall-notes", false],
  ["plugin disable", true],
  ["plugin disable other --all", true],
  ["plugin disable other -a", true],
  ["plugin disable $NAME", true],
  ["plugin disable `cat name`", true],
  ["plugin disable snap*", true],
  ["plugin disable s?apveil", true],
  ["plugin disable snapveil --help", false],
  ["help plugin disable", false],
  ["uninstall snapveil", false],
  ["--bare", true],
  ["-c features.hooks=false", true],
  ["--barely", false],
];

test.each(CASES)("%s takes our hooks away: %s", (words, takes) => {
  expect(takesHooks(words.split(" "), PLUGIN)).toBe(takes);
});

test.each([
  [["uninstall", "snapveil"], true],
  [["plugin", "uninstall", "snapveil"], true],
  [["run", "a", "uninstall", "snapveil"], false],
])("where no manager is named, the verb stands right behind the program: %j, %s", (words, takes) => {
  expect(takesHooks(words, BARE)).toBe(takes);
});

test("a prompt that only speaks of it takes nothing", () => {
  expect(takesHooks(["why is hooks=false here"], PLUGIN)).toBe(false);
  expect(takesHooks(["features.hooks = false"], PLUGIN)).toBe(true);
});
