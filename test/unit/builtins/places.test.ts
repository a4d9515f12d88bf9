import { expect, test } from "vitest";

import { Places, surroundingsOf } from "../../../builtins/block-destructive/places.ts";
import { worldOfEachTest, type TemporaryWorld } from "../../support/temporary-world.ts";

const world = worldOfEachTest("mkdir -p src .git/refs ~/notes && ln -s ~/notes link");

function kindsOf(words: readonly string[], { cwd, env }: TemporaryWorld) {
  const around = { ...surroundingsOf(cwd, { env: { ...env, TMPDIR: "/tmp" } }), temporary: ["/somewhere/tmp"] };
  const places = new Places(around);
  return Object.fromEntries(words.map((word) => [word, places.of(word, cwd)[0]?.kind]));
}

/** Words, and the kinds of what these stand for in a repository, or where there is none. */
const KINDS: Readonly<Record<string, readonly [inRepository: string, without: string]>> = {
  "/": ["everything", "everything"],
  "/etc": ["everything", "everything"],
  "~": ["everything", "everything"],
  "~/*": ["everything", "everything"],
  ".": ["worktree", "outside"],
  "..": ["worktree", "outside"],
  "*": ["worktree", "outside"],
  src: ["inside", "inside"],
  "src/*": ["inside", "inside"],
  "src/../new": ["inside", "inside"],
  link: ["inside", "inside"],
  "link/": ["outside", "outside"],
  "~/notes": ["outside", "outside"],
  "../beside": ["outside", "outside"],
  "/somewhere/tmp/x": ["temporary", "temporary"],
  ".git": ["repository", "in repository"],
  ".git/refs": ["repository", "inside"],
  ".git/HEAD": ["repository", "inside"],
  ".git/logs": ["in repository", "inside"],
  ".git/index.lock": ["inside", "inside"],
  "src/lib/.git": ["in repository", "in repository"],
  "/dev/sda": ["disk", "disk"],
  "/dev/null": ["device", "device"],
  "$UNKNOWN/x": ["unknown", "unknown"],
};

test.each([
  ["in a repository", 0],
  ["without a repository", 1],
])("the kind of a place, %s", (_, at) => {
  if (at === 0) world.sh("git init -q .");
  const wanted = Object.entries(KINDS).map(([word, kinds]) => [word, kinds[at]]);
  expect(kindsOf(Object.keys(KINDS), world)).toEqual(Object.fromEntries(wanted));
});
