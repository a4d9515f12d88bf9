import { chmodSync, chownSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { allowancesFor } from "../../../../redactors/allow/allowances.ts";
import { DEFAULT_SETTINGS } from "../../../../worktree/default-settings.ts";
import { ioWith } from "../../../support/io-with.ts";
import { worldOfEachTest } from "../../../support/temporary-world.ts";

const world = worldOfEachTest("git init -q . && mkdir sub");
const isRoot = process.getuid?.() === 0;
if (!isRoot) process.stderr.write("left out: an allowing file of another user, since only root can give files away\n");

/** Whether a kind that the project's `.snapveilignore` allows is let pass. */
async function counts(trustedProjects: readonly string[] | "all", cwd = world.cwd): Promise<boolean> {
  const redaction = { ...DEFAULT_SETTINGS.redaction, trustedProjects };
  const searcher = { io: ioWith("", world.env), settings: { ...DEFAULT_SETTINGS, redaction } };
  return (await allowancesFor(searcher, cwd))?.allows("github-token", "x") ?? false;
}

describe("what a project's file allows counts", () => {
  test("in a project that the user trusts alone, wherever in it", async () => {
    world.write(".snapveilignore", "kind:github-token\n");
    const trusted = [world.cwd, `${world.cwd}/`, world.cwd.replace(/\/[^/]*$/, ""), "all"];
    for (const one of trusted) expect(await counts(one === "all" ? one : [one]), one).toBe(true);
    expect(await counts([world.cwd], world.at("sub"))).toBe(true);
    for (const other of [[], [`${world.cwd}2`], [world.at("sub")], [world.home]])
      expect(await counts(other), other.join()).toBe(false);
  });

  test.skipIf(process.platform === "win32")("not where other users may write it", async () => {
    world.sh('chmod 755 "$HOME/.." .. .');
    chmodSync(world.write(".snapveilignore", "kind:github-token\n"), 0o666);
    expect(await counts("all")).toBe(false);
    chmodSync(world.at(".snapveilignore"), 0o644);
    expect(await counts("all")).toBe(true);
  });

  test.skipIf(!isRoot)("not where another user laid it there", async () => {
    chownSync(world.write(".snapveilignore", "kind:github-token\n"), 65_534, 65_534);
    expect(await counts("all")).toBe(false);
  });
});
