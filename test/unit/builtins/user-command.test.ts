import { expect, test } from "vitest";

import { runUserCommand } from "../../../builtins/user-command/run-command.ts";
import { ioWith } from "../../support/io-with.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();

test("a command of the user's gets their variables, but none that leads git elsewhere, and not our token", async () => {
  const env = {
    ...world.env,
    PATH: `bin:${world.env["PATH"]}`,
    DATABASE_URL: "postgres://localhost/shop",
    GIT_DIR: "/elsewhere/.git",
    GIT_WORK_TREE: "/elsewhere",
    SNAPVEIL_TOKEN: "t".repeat(32),
  };
  const { output, status } = await runUserCommand(["env"], world.cwd, { io: ioWith("", env) }, 20_000);
  const names = output.split("\n").map((line) => line.split("=", 1)[0]!);
  expect(status).toBe(0);
  expect(names).toEqual(expect.arrayContaining(["HOME", "DATABASE_URL", "NO_COLOR"]));
  expect(names.filter((name) => /^GIT_(?!TERMINAL_PROMPT)|^SNAPVEIL_TOKEN/.test(name))).toEqual([]);
  expect(output).not.toContain("PATH=bin:");
});
