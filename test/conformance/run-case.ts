import { createHash } from "node:crypto";
import { realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "vitest";

import type { Json, JsonObject } from "../../kit/json.ts";
import { httpRecorder } from "../support/http-recorder.ts";
import { askSnapveil, runBash, runSnapveil } from "../support/run.ts";
import { temporaryWorld, type TemporaryWorld } from "../support/temporary-world.ts";
import { expectRun, type Expectations } from "./expectations.ts";
import { fillIn, fillText, type Placeholders } from "./placeholders.ts";

type Step =
  | { op: "hook"; stdin: Json }
  | { op: "sh" | "assert"; run: string }
  | { op: "list"; session_id: string; expect: { count?: number; files?: number[] } }
  | { op: "undo"; session_id: string; cwd: string; expect: { restored?: boolean; files?: number; complete?: boolean } }
  | { op: "reset"; session_id: string; cwd: string; keep: number; expect: { restored?: boolean; files?: number } }
  | { op: "restart" };

export interface Case {
  readonly id: string;
  /** The builtin with its arguments, or all `words` after `hook`. */
  readonly builtin?: string;
  readonly args?: readonly string[];
  readonly words?: readonly string[];
  readonly profile?: string;
  readonly setup?: string;
  readonly why: string;
  readonly stdin?: Json;
  readonly raw_stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly env_scope?: "hooks";
  readonly server?: { status: number };
  readonly expect: Expectations;
  readonly steps?: readonly Step[];
  readonly not_as_root?: boolean;
  readonly only_on?: string;
}

/**
 * Plays one case in a world of its own and holds what happened against what it expects. `isReal` starts the built
 * program for it, as does every case that speaks of processes.
 */
export async function runCase(testCase: Case, tokens: Placeholders["tokens"], isReal = false): Promise<void> {
  // A process has one time zone for good.
  const needsProcess =
    testCase.server !== undefined || testCase.steps?.some(({ op }) => op === "restart") || "TZ" in (testCase.env ?? {});
  const world = temporaryWorld(isReal || needsProcess ? runSnapveil : askSnapveil);
  const server = testCase.server && (await httpRecorder(testCase.server.status));
  const places: Placeholders = { cwd: world.cwd, home: world.home, server: server?.url ?? "", tokens };
  try {
    const scripts = {
      ...world.env,
      CWD: world.cwd,
      DATA: world.data,
      TMP: world.tmp,
      STDOUT: join(world.tmp, "stdout"),
    };
    await sh(fillText(testCase.setup ?? "", places), scripts, world.cwd);
    const extra = fillIn({ ...testCase.env }, places) as Record<string, string>;
    const shadow = { SHADOW: shadowOf(world) };
    if (testCase.steps) {
      for (const step of testCase.steps)
        await runStep(
          fillIn(step as Json, places) as unknown as Step,
          testCase,
          world,
          { ...scripts, ...shadow },
          extra,
        );
      return;
    }
    const input = fillText(testCase.raw_stdin ?? "", places) || JSON.stringify(fillIn(testCase.stdin ?? null, places));
    const result = await world.snapveil(["hook", ...wordsOf(testCase).map((word) => fillText(word, places))], {
      env: extra,
      input,
    });
    const expected = fillIn(testCase.expect as JsonObject, places) as unknown as Expectations;
    expectRun(result, expected, server?.requests ?? []);
    writeFileSync(scripts.STDOUT, result.stdout);
    if (expected.check) await sh(expected.check, { ...scripts, ...extra }, world.cwd);
  } finally {
    server?.close();
    world.remove();
  }
}

function wordsOf({ words, builtin, args }: Case): readonly string[] {
  return words ?? [builtin ?? "", ...(args ?? [])].filter((word, index) => index > 0 || word !== "");
}

async function runStep(
  step: Step,
  testCase: Case,
  world: TemporaryWorld,
  scripts: Record<string, string>,
  env: Record<string, string>,
): Promise<void> {
  switch (step.op) {
    case "hook": {
      const result = await world.snapveil(["hook", ...wordsOf(testCase)], { env, input: JSON.stringify(step.stdin) });
      expect(result).toEqual({ stdout: "", stderr: "", exitCode: 0 });
      return;
    }
    case "sh":
    case "assert":
      return sh(step.run, testCase.env_scope === "hooks" ? scripts : { ...scripts, ...env }, world.cwd);
    case "list": {
      const { checkpoints } = await world.json<{ checkpoints: { files: unknown[] }[] }>(
        ["checkpoints", "--session", step.session_id],
        { env },
      );
      if (step.expect.count !== undefined) expect(checkpoints).toHaveLength(step.expect.count);
      if (step.expect.files) expect(checkpoints.map(({ files }) => files.length)).toEqual(step.expect.files);
      return;
    }
    case "undo":
    case "reset": {
      const keep = step.op === "reset" ? ["--", String(step.keep)] : [];
      const words = [step.op, "--session", step.session_id, "--yes", ...keep];
      const isPart = step.op === "undo" && step.expect.complete === false;
      expect(await world.json(words, { env, cwd: step.cwd }, isPart ? 2 : 0)).toMatchObject(step.expect);
      return;
    }
    default: // where a case restarts, every hook is a process of its own already
  }
}

async function sh(script: string, env: Record<string, string>, cwd: string): Promise<void> {
  if (script === "") return;
  const result = await runBash(script, { env, cwd });
  expect(result, script).toMatchObject({ exitCode: 0 });
}

function shadowOf({ cwd, data }: TemporaryWorld): string {
  return join(data, "snapshot", createHash("sha256").update(realpathSync(cwd)).digest("hex").slice(0, 32));
}
