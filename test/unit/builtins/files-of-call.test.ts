import { expect, test } from "vitest";

import type { CallFacts } from "../../../call/call-view.ts";
import { filesShown, filesWritten } from "../../../builtins/weighing/files-of-call.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();

/** What is said of files: `inside` the worktree, `trial`, both or neither. */
type Said = "" | "inside" | "trial" | "inside trial";

function said(filesOf: typeof filesWritten, toolName: string, toolInput: Record<string, string>): Said {
  world.sh("test -d .git || git init -q .");
  const event = { toolName, toolInput, cwd: world.cwd } as CallFacts;
  const { areOfWorktree, areTrial } = filesOf(event, world.env);
  return [areOfWorktree && "inside", areTrial && "trial"].filter((one) => one !== false).join(" ") as Said;
}

test.each<[script: string, Said]>([
  ["echo x > src/app.ts", "inside"],
  ["echo x > test/app.ts", "inside trial"],
  ["echo x >> test/app.ts", "inside trial"],
  ["echo x > /srv/test/app.ts", ""],
  ["echo x > /srv/app.test.ts", "trial"],
  ["echo x > .env", ""],
  ["echo x > ../app.ts", ""],
  ["echo x > ..app.ts", "inside"],
  ["cd test && echo x > app.ts", "inside trial"],
  ["echo x > test/app.ts 2> /tmp/errors", "inside trial"],
  ["echo x 2> /tmp/errors", ""],
  ["echo x > test/app.ts; echo y > /tmp/y", ""],
  ["echo x > /dev/null", ""],
  ["echo x > test/a > /dev/null", "inside trial"],
  ["echo x | tee test/app.ts", "inside trial"],
  ["echo x | tee test/app.ts src/app.ts", "inside"],
  ["sed -i s/a/b/ test/app.ts", "inside trial"],
  ["sed --in-place s/a/b/ test/app.ts", "inside trial"],
  ["sed s/a/b/ test/app.ts", ""],
  ["curl -o test/app.ts https://shop.example.com/x", ""],
  ["ssh web.shop.com 'echo x > test/app.ts'", ""],
  ["ls", ""],
])("%s writes files that are %s", (command, expected) => {
  expect(said(filesWritten, "Bash", { command })).toBe(expected);
});

test.each<[script: string, Said]>([
  ["cat src/app.ts", "inside"],
  ["cat test/app.ts", "inside trial"],
  ["cat test/a.ts src/app.ts", "inside"],
  ["cat .env", ""],
  ["cat /srv/app.ts", ""],
  ["cat < test/app.ts", "inside trial"],
  ["cat - < test/app.ts", "inside trial"],
  ["cat test/app.ts | grep x", "inside trial"],
  ["cd test; cat app.ts", "inside trial"],
  ["grep -rn x test", "inside trial"],
  ["grep -rn x .", "inside"],
  ["git diff", "inside"],
  ["git show HEAD:test/app.ts", "inside trial"],
  ["git stash show -p", "inside"],
  ["git push", ""],
  ["docker compose config", "inside"],
  ["docker-compose config", "inside"],
  ["docker run x", ""],
  ["python x.py", ""],
  ["cat test/app.ts; python x.py", ""],
  ["ssh web.shop.com cat test/app.ts", ""],
])("%s shows files that are %s", (command, expected) => {
  expect(said(filesShown, "Bash", { command })).toBe(expected);
});

test.each<[tool: string, input: Record<string, string>, written: Said, shown: Said]>([
  ["Write", { file_path: "test/app.ts", content: "x" }, "inside trial", "inside trial"],
  ["Edit", { file_path: "src/app.ts", old_string: "a", new_string: "b" }, "inside", "inside"],
  ["Write", { file_path: "~/app.ts", content: "x" }, "", ""],
  ["Read", { file_path: "test/app.ts" }, "", "inside trial"],
  ["Grep", { pattern: "x" }, "", "inside"],
  ["Grep", { pattern: "x", path: "test/app.ts" }, "", "inside trial"],
  ["WebFetch", { url: "https://shop.example.com" }, "", ""],
])("%s of %o", (tool, input, written, shown) => {
  expect([said(filesWritten, tool, input), said(filesShown, tool, input)]).toEqual([written, shown]);
});

test("a script that cannot be followed to its end may write any file", () => {
  const writes = (rest: string) =>
    said(filesWritten, "Bash", { command: `echo x > test/app.ts; bash -c 'a=xx; ${rest}'` });
  expect([writes("a=$a$a"), writes("a=$a$a; ".repeat(40))]).toEqual(["inside trial", ""]);
});

test("a call without arguments or folder is about no file", () => {
  const event = { toolName: "Bash", toolInput: { command: "cat test/app.ts > test/b.ts" }, cwd: world.cwd };
  for (const gone of [{ cwd: undefined }, { toolInput: undefined }])
    for (const filesOf of [filesWritten, filesShown])
      expect(filesOf({ ...event, ...gone } as unknown as CallFacts, world.env).areOfWorktree).toBe(false);
});
