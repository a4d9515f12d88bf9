import { expect, test } from "vitest";

import { followAt } from "../../../shell/follow-at.ts";
import { plainCommands } from "../../../shell/plain-script.ts";

const PLAIN = [
  "echo a >> out.txt",
  "cat a | cat | sort -u > b",
  "rm -rf build; mkdir -p build/x && touch build/x/y",
  "cp a b || mv b c",
  "grep -n x a 2>/dev/null\nwc -l a",
];

test.each([...PLAIN, PLAIN.join("\n")])("a walk visits these commands in one folder: %s", (script) => {
  const visited: unknown[] = [];
  followAt(
    script,
    "/home/dev/shop",
    { env: {} },
    {
      command({ words, all, redirects, folder, known }) {
        visited.push({ words, all, redirects, folder, known });
        return [];
      },
    },
  );
  const here = { folder: "/home/dev/shop", known: "/home/dev/shop" };
  expect(plainCommands(script)?.map(({ words, all, redirects }) => ({ words, all, redirects, ...here }))).toEqual(
    visited,
  );
});

test.each([
  "cd src; echo a > b",
  "popd",
  "echo $A",
  "echo `ls`",
  "(cd src; ls)",
  "A=1 ls",
  "A=1",
  "sudo rm x",
  "if ls; then rm x; fi",
  "sh x.sh",
  "./x.sh",
  "cat bin/cat; bin/cat",
  "python3 x.py",
  "psql -f x.sql",
  "make clean",
  "git commit -m x",
  "find a -exec rm {} +",
  "ls | xargs rm",
  "alias a=rm",
  "trap 'rm x' EXIT",
  "cat <<'EOF' | sh\nrm x\nEOF",
  "unknown-tool -- rm x",
  "export A=1",
])("a command depends on another one, or runs a script: %s", (script) => expect(plainCommands(script)).toBeUndefined());
