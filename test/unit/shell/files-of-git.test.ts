import { expect, test } from "vitest";

import { filesOfGit } from "../../../shell/files-of-git.ts";

test.each([
  ["show HEAD:.env", [".env"]],
  ["show :0:.env", [".env"]],
  ["log -L1,5:.env", [".env"]],
  ["log -p .env", [".env"]],
  ["diff . :!.env", ["."]],
  ["grep KEY .env", [".env"]],
  ["grep -s KEY .env", [".env"]],
  ["grep -e KEY .env", ["KEY", ".env"]],
  ["grep -l KEY .env", []],
  ["grep --count -e KEY .env", []],
  ["show -s HEAD:.env", []],
  ["cat-file -e HEAD:.env", []],
  ["log --stat .env", []],
  ["log .env", []],
])("git %s shows what is in %j", (words, files) => {
  expect(filesOfGit(words.split(" "))).toEqual(files);
});
