import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import { GITHUB as TOKEN } from "../support/made-up.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string) => parse(readFileSync(join(ROOT, path), "utf8")) as Workflow & Action;

interface Step {
  readonly id?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
}
interface Job {
  readonly needs?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly system: readonly string[]; readonly node: readonly unknown[] } };
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, Job>>;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

test("CI runs on three systems and on the newest release of each Node that is supported", () => {
  const { matrix } = read(".github/workflows/ci.yml").jobs["check"]!.strategy!;
  const { engines } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { engines: { node: string } };
  const oldest = [...engines.node.matchAll(/(\d+)\.\d+/g)].map(([, major]) => Number(major));
  expect(matrix.system.map((name) => name.replace("-latest", ""))).toEqual(["ubuntu", "macos", "windows"]);
  expect(matrix.node).toEqual([...oldest, 24, "latest"]);
});

test("no workflow puts a text from outside into a script", () => {
  const steps = [".github/workflows/ci.yml", ".github/workflows/release.yml"]
    .flatMap((path) => Object.values(read(path).jobs))
    .flatMap(({ steps: own }) => own)
    .concat(read("action.yml").runs.steps);
  expect(steps.length).toBeGreaterThan(12);
  expect(steps.filter(({ run = "" }) => run.includes("${{"))).toEqual([]);
});

test("a release is published from what was tested, and only that job may sign or write", () => {
  const { permissions, jobs } = read(".github/workflows/release.yml");
  expect(permissions).toEqual({ contents: "read" });
  expect(jobs["pack"]!.permissions).toBeUndefined();
  expect(jobs["publish"]).toMatchObject({ needs: "pack", permissions: { "id-token": "write", contents: "write" } });
  const scripts = jobs["publish"]!.steps.map(({ run = "" }) => run).join("\n");
  expect(scripts).toMatch(/sha256sum --check[^]*npm publish [^]*--provenance[^]*gh release create/);
  expect(jobs["publish"]!.steps.some(({ uses = "" }) => uses.startsWith("actions/checkout"))).toBe(false);
});

describe("the action", () => {
  const world = worldOfEachTest("git init -q");
  const { inputs, runs } = read("action.yml");
  const audit = runs.steps.find(({ id }) => id === "audit")!;

  /** Its script as the runner starts it; gives the exit code, behind what it printed. */
  function play(given: Readonly<Record<string, string>> = {}): string {
    world.write("~/bin/snapveil", `#!/bin/sh\nexec '${process.execPath}' '${ROOT}/dist/snapveil.cjs' "$@"\n`, 0o755);
    const names = Object.entries(audit.env ?? {}).map(
      ([name, from]) => [name, /inputs\.(\w+)/.exec(from)![1]!] as const,
    );
    const env = Object.fromEntries(names.map(([name, input]) => [name, given[input] ?? inputs[input]!.default]));
    world.write("~/step.sh", audit.run!);
    return world.sh(`code=0; bash --noprofile --norc -eo pipefail "$HOME/step.sh" || code=$?; echo "code $code"`, {
      ...env,
      PATH: `${world.at("~/bin")}:${world.env["PATH"]}`,
      RUNNER_TEMP: world.tmp,
      GITHUB_OUTPUT: world.at("~/output"),
      GITHUB_STEP_SUMMARY: world.at("~/summary"),
    });
  }

  test("lets a clean repository pass", () => {
    world.write("a.txt", "nothing\n");
    expect(play()).toContain("code 0");
  });

  test("fails on a secret, and says where in three forms", () => {
    world.write("a.txt", `token ${TOKEN}\n`);
    const printed = play();
    expect(printed).toContain("code 1");
    expect(printed).toMatch(/^::(?:error|warning) file=a\.txt,line=1/m);
    expect(world.read("~/summary")).toContain("a.txt");
    const sarif = world.read("~/output").replace(/^sarif=|\n$/g, "");
    expect(readFileSync(sarif, "utf8")).toContain('"a.txt"');
    expect([printed, world.read("~/summary"), readFileSync(sarif, "utf8")].join("")).not.toContain(TOKEN);
  });

  test("finds in the history what is no longer in the files, where it is told to", { tags: ["long"] }, () => {
    world.write("a.txt", `token ${TOKEN}\n`);
    world.sh("git add . && git commit -qm one && git rm -q a.txt && git commit -qm two");
    expect(play()).toContain("code 0");
    expect(play({ history: "true" })).toContain("code 1");
  });

  test("does not pass where it could not look", () => {
    expect(play({ baseline: "none.json" })).toContain("code 2");
  });
});
