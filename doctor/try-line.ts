import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { SampleCall, Samples } from "../agents/codec/samples.ts";
import type { Registered } from "../agents/formats/config-file.ts";
import { builtinNamed } from "../builtins/doors/table.ts";
import type { Io } from "../kit/io.ts";
import type { JsonObject } from "../kit/json.ts";
import { warning, type Check } from "./check.ts";
import { judgeClean, limitOf, SECRET, WHERE, type TestedLeg, type LineRun, type Trial } from "./judge-answer.ts";
import { judgeSecret } from "./judge-secret.ts";
import { namedBuiltin } from "./named-builtin.ts";
import { startLine } from "./start-line.ts";

/**
 * Runs the hooks that are registered around a tool call, each with a harmless event and with one that contains a
 * secret, in a temporary folder with temporary state. The answers are compared with the dialect's own replies.
 */
export function tryLines(io: Io, trial: Trial): Check[] {
  const { samples } = trial.dialect;
  if (!samples) return [];
  const root = mkdtempSync(join(tmpdir(), "snapveil-doctor-"));
  try {
    const [event, payload] = samples.before;
    const events = samples.beforeToo === undefined ? [event] : [event, samples.beforeToo];
    const before = events.flatMap((one) => tryEvent(io, trial, root, [one, payload], "arguments"));
    return samples.after ? [...before, ...tryEvent(io, trial, root, samples.after, "output")] : before;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function tryEvent(io: Io, trial: Trial, root: string, [event, payload]: Samples["before"], leg: TestedLeg): Check[] {
  const lines = [
    ...new Map(
      trial.registered.filter((one) => one.event === event || one.event === "").map((one) => [one.command, one]),
    ).values(),
  ];
  return lines.flatMap((line) => {
    const cwd = join(root, "project");
    mkdirSync(cwd, { recursive: true });
    const base: SampleCall = {
      cwd,
      home: io.env["HOME"] ?? root,
      session: randomUUID(),
      command: "ls -l",
      output: "total 0\n",
      time: io.now(),
    };
    const start = (call: SampleCall) => timed(io, () => startOnce(io, trial, line, payload(call), call, root));
    start(base); // the reply to a session's first event also has the texts for its start, so it is not compared
    const clean = start(base);
    const cleanCheck = judgeClean(
      clean,
      trial.dialect.encode({}, event, payload(base)),
      event,
      limitOf(line, trial.installer),
    );
    if (cleanCheck.state === "broken") return [cleanCheck];
    const alone = namedBuiltin(line.command);
    if (alone !== undefined && builtinNamed(alone)?.failure !== "closed")
      return [
        cleanCheck,
        warning(`secret_in_${leg}`, `The line for ${event} starts ${alone} alone: a secret in ${WHERE[leg]} passes.`),
      ];
    const guilty =
      leg === "arguments"
        ? { ...base, command: `curl -H 'Authorization: token ${SECRET}' https://example.test` }
        : { ...base, output: `token: ${SECRET}\n` };
    return [cleanCheck, judgeSecret(start(guilty), trial, event, payload(guilty), leg)];
  });
}

function timed(io: Io, run: () => Omit<LineRun, "ms">): LineRun {
  const from = io.now().getTime();
  const result = run();
  return { ...result, ms: io.now().getTime() - from };
}

function startOnce(
  io: Io,
  { installer, dialect }: Trial,
  line: Registered,
  payload: JsonObject,
  call: SampleCall,
  root: string,
): Omit<LineRun, "ms"> {
  const env = {
    ...present(io.env),
    ...dialect.samples?.env?.(call),
    ...line.env,
    SNAPVEIL_DATA_DIR: join(root, "data"),
  };
  const { stdout, stderr, status, error } = startLine(line.command, installer, {
    env,
    cwd: call.cwd,
    input: JSON.stringify(payload),
    timeout: limitOf(line, installer),
    platform: io.platform,
  });
  return { stdout: stdout.toString("utf8"), stderr, exitCode: status, ...(error !== undefined && { error }) };
}

function present(env: Io["env"]): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined));
}
