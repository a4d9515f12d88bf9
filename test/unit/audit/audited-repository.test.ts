import { describe, expect, test } from "vitest";

import { auditedWorktree, sourceRepository } from "../../../audit/audited-repository.ts";
import { silentIo } from "../../support/silent-io.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();

describe("the environment of git in an audit", () => {
  /** Variable → value; what git is given of safe.directory, by number. */
  const CASES: readonly [what: string, env: Record<string, string>, folders: readonly string[]][] = [
    ["none", {}, []],
    ["git -c", { GIT_CONFIG_PARAMETERS: "'safe.directory'='/srv/a b' 'core.sshcommand'='x'" }, ["/srv/a b"]],
    [
      "variables",
      {
        GIT_CONFIG_COUNT: "2",
        GIT_CONFIG_KEY_0: "core.fsmonitor",
        GIT_CONFIG_VALUE_0: "/bin/x",
        GIT_CONFIG_KEY_1: "Safe.Directory",
        GIT_CONFIG_VALUE_1: "*",
      },
      ["*"],
    ],
  ];

  test.each(CASES)("has only the safe folders of the settings in variables: %s", (_, variables, folders) => {
    world.sh("git init -q .");
    const io = silentIo(world.cwd, { ...world.env, ...variables, GIT_EXTERNAL_DIFF: "x", GIT_TRACE: "1" });
    const { env } = sourceRepository(io, auditedWorktree(io)!);
    const given = Object.entries(env).filter(([name]) =>
      /^GIT_(?:CONFIG_(?:KEY|VALUE|PARA)|EXTERNAL|TRACE)/.test(name),
    );
    expect(given).toEqual(
      folders.flatMap((folder, at) => [
        [`GIT_CONFIG_KEY_${at}`, "safe.directory"],
        [`GIT_CONFIG_VALUE_${at}`, folder],
      ]),
    );
  });

  test("leads git to no index and to no repository that are another worktree's", () => {
    world.sh("git init -q . && git init -q ~/other");
    const io = silentIo(world.cwd, { ...world.env, GIT_INDEX_FILE: world.at("~/index") });
    const own = auditedWorktree(io)!;
    const other = auditedWorktree({ ...io, cwd: world.at("~/other") })!;
    expect(sourceRepository(io, own).env["GIT_INDEX_FILE"]).toBe(world.at("~/index"));
    expect(sourceRepository(io, other).env["GIT_INDEX_FILE"]).toBeUndefined();
  });
});
