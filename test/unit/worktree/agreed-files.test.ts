import { chmodSync, readdirSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { agreeTo, isAgreed } from "../../../worktree/agreed-files.ts";
import { ioWith } from "../../support/io-with.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();
const [PATH, TEXT] = ["/h/.claude/settings.json", Buffer.from("{}")];
const io = (seconds = 0) => ({ ...ioWith("", world.env), now: () => new Date(1e12 + seconds * 1000) });
const note = () => join(world.data, "agreed", readdirSync(join(world.data, "agreed"))[0]!);

test.each<[what: string, then: () => void, path: string, text: Buffer | undefined, seconds: number, isSo: boolean]>([
  ["is the person's a moment later", () => {}, PATH, TEXT, 100, true],
  ["is not after two minutes", () => {}, PATH, TEXT, 121, false],
  ["is not with another text", () => {}, PATH, Buffer.from("{ }"), 1, false],
  ["is not where the file is gone", () => {}, PATH, undefined, 1, false],
  ["is not at another place", () => {}, "/h/.codex/hooks.json", TEXT, 1, false],
  ["is not by a note that others may write", () => chmodSync(note(), 0o622), PATH, TEXT, 1, false],
  ["is not by a note without an end", () => writeFileSync(note(), '{"content":"none"}'), PATH, undefined, 1, false],
  ["is not by a note that is no object", () => writeFileSync(note(), "null"), PATH, TEXT, 1, false],
  [
    "is not by a link",
    () => {
      const [file, other] = [note(), world.write(`${world.data}/note`, "", 0o600)];
      writeFileSync(other, JSON.stringify({ content: "none", until: "2100-01-01T00:00:00Z" }));
      unlinkSync(file);
      symlinkSync(other, file);
    },
    PATH,
    undefined,
    1,
    false,
  ],
])("a content that a person agreed to %s", (_what, then, path, text, seconds, isSo) => {
  agreeTo(io(), world.data, [{ path: PATH, content: TEXT }]);
  then();
  expect(isAgreed(io(seconds), path, text)).toBe(isSo);
});

test("that a file is to be gone can be agreed to, too", () => {
  agreeTo(io(), world.data, [{ path: PATH, content: undefined }]);
  expect([undefined, TEXT].map((text) => isAgreed(io(), PATH, text))).toEqual([true, false]);
});
