import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { beyondStates } from "../../../call/beyond-states.ts";

/** No such folders are on the disk: paths of files that a call is about to make need none. */
const [ROOT, HOME] = ["/srv/shop-of-the-test", "/srv/home-of-the-test"];

test.each([
  ["/srv/other-of-the-test/notes.md", true],
  [`${HOME}/notes.md`, true],
  [`${HOME}/.config/agent/settings.json`, false],
  [`${HOME}-2/.config/x`, true],
  [`${ROOT}/notes.md`, false],
  [join(tmpdir(), "notes.md"), false],
  ["/dev/null", false],
])("a write to %s is one outside: %s", async (path, isOutside) => {
  const call = { toolName: "Write", toolInput: { file_path: path, content: "x" }, cwd: ROOT };
  expect(await beyondStates(call, ROOT, { env: { HOME } })).toEqual(isOutside ? { outside: [path] } : {});
});
