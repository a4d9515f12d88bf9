import { expect, test } from "vitest";

import { gitEnvironment } from "../../../kit/git-environment.ts";

const OURS = {
  LC_ALL: "C",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_PAGER: "cat",
  GIT_LITERAL_PATHSPECS: "1",
};

test("git inherits no variable that leads it elsewhere or makes it start a program, and no folder of the project", () => {
  const traps = {
    GIT_DIR: "/x",
    GIT_INDEX_FILE: "/x",
    GIT_OBJECT_DIRECTORY: "/x",
    GIT_CONFIG_GLOBAL: "/x",
    GIT_CONFIG_COUNT: "1",
    GIT_EXTERNAL_DIFF: "/x",
    GIT_SSH_COMMAND: "/x",
    GIT_PAGER: "/x",
    GIT_ALLOW_PROTOCOL: "ext",
    GIT_LITERAL_PATHSPECS: "0",
    LD_PRELOAD: "/x",
    LC_ALL: "de_DE.UTF-8",
    PAGER: "/x",
    EDITOR: "/x",
  };
  expect(gitEnvironment({ ...traps, HOME: "/h", TZ: "UTC", PATH: "/usr/bin:.::bin:./x:/bin" })).toEqual({
    ...OURS,
    HOME: "/h",
    TZ: "UTC",
    PATH: "/usr/bin:/bin",
  });
});

test("without a PATH git is looked for in the system's folders", () => {
  expect(gitEnvironment({})).toEqual({ ...OURS, PATH: "/usr/local/bin:/usr/bin:/bin" });
});
