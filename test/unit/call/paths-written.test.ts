import { expect, test } from "vitest";

import { pathsWritten } from "../../../call/paths-written.ts";

const written = (command: string) =>
  pathsWritten({ toolName: "Bash", toolInput: { command }, cwd: "/w/p" }, { HOME: "/home/u" });

test.each([
  ["ls ../b; cat ../b/x; git -C ../b log", []],
  ["echo x > ../b/x", ["/w/b/x"]],
  ["echo x >> ~/y", ["/home/u/y"]],
  ["cat x 2> ../b/errors", []],
  ["cat x 2>> ../b/errors > ../c/out", ["/w/c/out"]],
  ["rm ../b/x", ["/w/b/x", "/w/p"]],
  ["cp a ../b", ["/w/b", "/w/p"]],
  ["cd ../b", []],
  ["cd ../b && touch x", ["/w/b"]],
  ["make -C ../b all", ["/w/b", "/w/p"]],
  ["tool --out=../b/x", ["/w/b/x", "/w/p"]],
  ["tool --out ..", ["/w", "/w/p"]],
  ["git sparse-checkout set --no-cone /a", ["/w/p"]],
  ["git checkout main -- /a ../b/x", ["/w/p"]],
  ["git apply ../fix.patch", ["/w/p"]],
  ["git -C ../b restore x", ["/w/b", "/w/p"]],
  ["git archive -o ../b/x.tar --output=../c/y.tar HEAD lib/", ["/w/b/x.tar", "/w/c/y.tar", "/w/p"]],
  ["git worktree remove ../b", ["/w/b", "/w/p"]],
  ["git clone ../b ../c", ["/w/b", "/w/c", "/w/p"]],
  ["git config -f ../b/settings user.name x", ["/w/b/settings", "/w/p"]],
  ["git own-alias ../b", ["/w/b", "/w/p"]],
  ["docker exec web rm ../b/x", []],
  ["ssh host 'rm ../b/x'", []],
  ["ssh host 'sh -c \"rm ../b/x\"'; touch ../c/y", ["/w/c/y", "/w/p"]],
  ["ssh host <<'EOF'\nrm ../b/x\nEOF\nrm ../c/y", ["/w/c/y", "/w/p"]],
])("a command may write here: %s", (command, paths) => {
  expect(written(command).toSorted()).toEqual(paths.toSorted());
});
