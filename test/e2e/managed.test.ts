import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { run } from "../support/run.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const ROOT = join(import.meta.dirname, "../..");
const BINARY = join(ROOT, "dist/snapveil.cjs");
const PAGE = readFileSync(join(ROOT, "docs/team.md"), "utf8");
/** The page's examples of managed settings: agent, file and text. */
const EXAMPLES = [...PAGE.matchAll(/^\*\*(.+?)\*\*, `(\/etc\/[^`]+)`[\s\S]*?```(?:json|toml)\n([\s\S]*?)```/gm)].map(
  ([, title, file, text]) => ({ title: title!, file: file!, text: text! }),
);

/** A world in which `/etc` and `/usr/local/bin` can be written, and are the machine's again afterwards. */
const IN_FENCE = `set -e
mount -t tmpfs tmpfs /mnt
mkdir /mnt/etc /mnt/etc-work /mnt/bin /mnt/bin-work
mount -t overlay overlay -o lowerdir=/etc,upperdir=/mnt/etc,workdir=/mnt/etc-work /etc
mount -t overlay overlay -o lowerdir=/usr/local/bin,upperdir=/mnt/bin,workdir=/mnt/bin-work /usr/local/bin
`;
const canFence = spawnSync("unshare", ["-rm", "sh", "-c", IN_FENCE]).status === 0;

const world = worldOfEachTest("git init -q .");

async function inFence(script: string) {
  const { cwd, env } = world;
  const { stdout, exitCode, stderr } = await run("unshare", ["-rm", "sh", "-c", IN_FENCE + script], { cwd, env });
  return { stdout, exitCode, stderr };
}

const program = `printf '#!/bin/sh\\nexec "%s" "%s" "$@"\\n' '${process.execPath}' '${BINARY}' > /usr/local/bin/snapveil
chmod 755 /usr/local/bin/snapveil
`;

test("the page has an example for three agents", () => {
  expect(EXAMPLES.map(({ title }) => title)).toEqual(["Claude Code", "Codex", "Gemini CLI"]);
});

test.each(["codex", "gemini-cli"])("the example for %s has every event that install registers", async (agent) => {
  const { text } = EXAMPLES.find(({ text }) => text.includes(`--agent ${agent}`))!;
  const { agents } = await world.json<{ agents: [{ events: string[] }] }>(["install", agent, "--dry-run"]);
  const named = [...text.matchAll(/^(?:\[\[hooks\.(\w+)\]\]| {4}"(\w+)": \[)$/gm)].map(
    ([, one, other]) => one ?? other,
  );
  expect(named.toSorted()).toEqual(agents[0].events.toSorted());
});

test.runIf(canFence).each(EXAMPLES)(
  "doctor and hooks see what the example registers for $title",
  async ({ title, file, text }) => {
    world.write("example", text);
    const agent = /--agent ([\w-]+)/.exec(text)![1]!;
    world.write(".snapveil.jsonc", JSON.stringify({ team: { agents: [agent] } }));
    const put = `${program}mkdir -p "$(dirname ${file})" && cp example ${file}\n`;
    const doctor = await inFence(`${put}snapveil doctor --project -v`);
    expect(doctor, doctor.stdout).toMatchObject({ exitCode: 0 });
    expect(doctor.stdout).toMatch(
      new RegExp(`${title} starts snapveil for \\d events by its administrator's settings`),
    );
    expect(doctor.stdout).toMatch(/A secret in what a tool printed is taken out/);
    expect((await inFence(`${put}snapveil hooks`)).stdout).toContain(`${agent}: ${file}\n`);
    const both = await inFence(`${put}snapveil install ${agent} --yes > /dev/null; snapveil doctor -v ${agent}`);
    expect(both.stdout).toContain("The administrator of this machine registered snapveil, too");
  },
);

test.skipIf(canFence)("left out, since this machine makes no mount namespace", () => {});
