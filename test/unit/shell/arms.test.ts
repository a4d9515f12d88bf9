import { expect, test } from "vitest";

import { parseShell } from "../../../shell/parse-shell.ts";

const commands = (script: string) =>
  parseShell(script)
    .flatMap((pipeline) => pipeline.map(({ words }) => words.join(" ")))
    .filter((one) => one !== "");

test("the patterns of a case are no commands, and what stands in its arms is", () => {
  const script = 'case "$1" in\na) echo 1 ;;\nrm | (b)) echo 2 ;;\nc|d)\n  (rm x; ls) ;;\nesac\nrm z';
  expect(commands(script)).toEqual(["case $1 in", "echo 1", "echo 2", "rm x", "ls", "rm z"]);
});

test.each([
  ["case a in a) ls ;; esac; rm x", "rm x"],
  ["(case a in a) ls ;; esac); rm x", "rm x"],
  ["case a in a) case b in b) ls ;; c) rm x ;; esac ;; d) rm y ;; esac", "rm y"],
  ["case a in a) case b in b) ls ;; c) rm x ;; esac ;; d) rm y ;; esac", "rm x"],
  ["case a in a) ls ;& b) rm x ;;& c) rm y ;; esac", "rm y"],
  ["for f in 1 2; do case $f in a) ls ;; b) rm x ;; esac; done", "rm x"],
  ["if true; then case a in a) ls ;; b) rm x; esac; fi", "rm x"],
  ["(ls;; rm x)", "rm x"],
  ["echo case a in\n(rm x)", "rm x"],
  ["'case' a in\n(rm x)", "rm x"],
  ["$C a in\n(rm x)", "rm x"],
  ["case a in a) ls ;; esac | (rm x)", "rm x"],
  ["case a in a) ls ;; esac & (rm x)", "rm x"],
  ["case a in\na) ls ;;\nesac >out\n(rm x)", "rm x"],
  ["case a in\n(rm x)", "case a in"],
  ["case a in $(rm x)) ls ;; esac; f() (rm x)", "rm x"],
  ["case a in a) ls ;; esac\n(rm x)", "rm x"],
])("in %j the command %j is read", (script, command) => expect(commands(script)).toContain(command));
