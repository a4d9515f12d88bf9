import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { run } from "../support/run.ts";
import { temporaryWorld, type TemporaryWorld } from "../support/temporary-world.ts";

const ROOT = join(import.meta.dirname, "../../eval");

let world: TemporaryWorld;
beforeAll(() => {
  world = temporaryWorld();
  // It stands alone: a copy without the project is played.
  world.sh(`cp -R '${ROOT}' ./eval && mkdir ~/bin`);
});
afterAll(() => world.remove());

type Figures = Readonly<Record<string, number>>;

async function play(...words: string[]): Promise<Figures> {
  const { stdout, stderr, exitCode } = await run(
    process.execPath,
    ["eval/eval.mjs", "--json", "--folder", world.tmp, ...words],
    { env: world.env, cwd: world.cwd },
  );
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  const [first] = JSON.parse(stdout) as [{ figures: Figures }];
  return first.figures;
}

/** A hook that answers by a script of the shell, which has the event in `$event`. */
function hook(script: string): string[] {
  world.write("hook.sh", `event=$(cat)\n${script}\n`);
  return ["--name", "mine", "--only", "mine", "--hook", `sh '${world.at("hook.sh")}'`];
}

test("--help names every option and plays nothing", async () => {
  const { stdout, stderr, exitCode } = await run(process.execPath, ["eval/eval.mjs", "--help"], {
    env: world.env,
    cwd: world.cwd,
  });
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  const options = [...readFileSync(join(ROOT, "eval.mjs"), "utf8").matchAll(/^ {4}"?([\w-]+)"?: \{ type/gm)];
  expect(options.length).toBeGreaterThan(10);
  for (const [, name] of options) if (name !== "help") expect(stdout).toContain(`--${name}`);
});

test.each([
  [["--rows", "nonsense"], "There is no row nonsense. See: --help\n"],
  [["--only", "nobody"], "There is no tool nobody on PATH. See: --help\n"],
])("%j plays nothing and says why", async (words, stderr) => {
  const played = await run(process.execPath, ["eval/eval.mjs", ...words], { env: world.env, cwd: world.cwd });
  expect(played).toMatchObject({ exitCode: 2, stdout: "", stderr });
});

describe("a hook is counted by what it answers", () => {
  const rows = ["--rows", "catastrophic,ordinary,secret,clean"];

  test("one that says nothing keeps nothing", async () => {
    const figures = await play(...hook(""), ...rows);
    expect(figures).toMatchObject({ catastrophic: 0, ordinary: 0, secret: 0, clean: 0 });
  });

  test("one that denies by its exit code, or asks, stops everything", async () => {
    const ask = '{"hookSpecificOutput":{"permissionDecision":"ask"}}';
    const script = `case "$event" in *git*) exit 2 ;; *) echo '${ask}' ;; esac`;
    expect(await play(...hook(script), ...rows)).toMatchObject({ catastrophic: 24, ordinary: 56, secret: 40 });
  });

  test("one that replaces every output keeps all secrets and changes all others", async () => {
    const answer = '{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":{"stdout":"gone"}}}';
    const figures = await play(...hook(`case "$event" in *PostToolUse*) echo '${answer}' ;; esac`), ...rows);
    expect(figures).toMatchObject({ catastrophic: 0, secret: 40, clean: 40 });
  });
});

test("below the table stands what each sign in it means, and of no other sign", async () => {
  const printed = async (rows: string, ...words: string[]) => {
    const asked = ["eval/eval.mjs", "--folder", world.tmp, "--rows", rows, ...words];
    return (await run(process.execPath, asked, { env: world.env, cwd: world.cwd })).stdout;
  };
  expect(await printed("clean commits", "--only", "a bare git hook")).toMatch(/\| \d+ \|\n$/);
  expect(await printed("undo,clean", ...hook(""))).toMatch(/\| – \|[^]*\n\n– : not what the tool is for\.\n$/);
  const program = join(import.meta.dirname, "../../dist/snapveil.cjs");
  expect(await printed("clean commits", "--only", "snapveil", "--snapveil", program)).toMatch(
    /\n\n\(ours\): by the authors of the cases\.\n$/,
  );
});

test("the hook that many write themselves brings back some of the stories, and one without an undo none", {
  tags: ["long"],
}, async () => {
  const { undo = 0 } = await play("--only", "a bare git hook", "--rows", "undo");
  expect(undo).toBeGreaterThan(8);
  expect(undo).toBeLessThan(18);
  expect(await play(...hook(""), "--undo", "true", "--rows", "undo")).toEqual({ undo: 0 });
});

test("no file of it holds a whole token, and a made-up one has the form and the sum that its service gives", async () => {
  const { filled } = (await import(join(ROOT, "made-up.mjs"))) as {
    filled(template: string, seed: string): { text: string };
  };
  const [github, again, other] = ["a", "a", "b"].map((seed) => filled("{{github}}", seed).text);
  expect(github).toMatch(/^ghp_[A-Za-z0-9]{36}$/);
  expect([again, other === github]).toEqual([github, false]);
  const audit = await world.snapveil(["audit", "eval"]);
  expect(audit, audit.stdout).toMatchObject({ exitCode: 0 });
});
