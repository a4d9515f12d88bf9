import { expect } from "vitest";

import type { Json } from "../../kit/json.ts";
import type { RecordedRequest } from "../support/http-recorder.ts";
import type { Run } from "../support/run.ts";

/** What a case says of one process run. */
export interface Expectations {
  readonly exit?: number | "nonzero";
  readonly stdout_empty?: boolean;
  readonly stderr_nonempty?: boolean;
  readonly stderr_empty?: boolean;
  readonly stderr_contains?: readonly string[];
  readonly json?: Readonly<Record<string, Json>>;
  readonly json_regex?: Readonly<Record<string, string>>;
  readonly json_absent?: readonly string[];
  readonly stdout_contains?: readonly string[];
  readonly stdout_not_contains?: readonly string[];
  readonly requests?: readonly { method: string; path: string; json: Json; header: Record<string, string> }[];
  readonly check?: string;
}

/** Holds a run against everything that its case expects, but for `check`, which is a script. */
export function expectRun(result: Run, expected: Expectations, requests: readonly RecordedRequest[]): void {
  if (expected.exit === "nonzero") expect(result.exitCode).not.toBe(0);
  else if (expected.exit !== undefined) expect(result, "exit code").toMatchObject({ exitCode: expected.exit });
  if (expected.stdout_empty) expect(result.stdout.trim().replace(/^\{\}$/, "")).toBe("");
  if (expected.stderr_nonempty) expect(result.stderr.trim()).not.toBe("");
  if (expected.stderr_empty) expect(result.stderr).toBe("");
  for (const text of expected.stderr_contains ?? []) expect(result.stderr).toContain(text);
  for (const [path, value] of Object.entries(expected.json ?? {})) expect(at(result, path), path).toEqual(value);
  for (const [path, source] of Object.entries(expected.json_regex ?? {}))
    expect(at(result, path), path).toMatch(pattern(source));
  for (const path of expected.json_absent ?? []) expect(at(result, path), path).toBeUndefined();
  for (const text of expected.stdout_contains ?? []) expect(result.stdout).toContain(text);
  for (const text of expected.stdout_not_contains ?? []) expect(result.stdout).not.toContain(text);
  if (!expected.requests) return;
  const seen = requests.map(({ method, path, headers, body }, index) => {
    const names = Object.keys(expected.requests?.[index]?.header ?? {});
    return {
      method,
      path,
      json: JSON.parse(body) as Json,
      header: Object.fromEntries(names.map((name) => [name, headers[name]])),
    };
  });
  expect(seen).toEqual(expected.requests);
}

/** `$.a.b[0].c` in the JSON that was printed; `undefined` where there is no such place or nothing was printed. */
function at({ stdout }: Run, path: string): unknown {
  let value: unknown = stdout.trim() === "" ? undefined : JSON.parse(stdout);
  for (const [, name, index] of path.slice(1).matchAll(/\.([\w$-]+)|\[(\d+)\]/g)) {
    value = (value as Record<string, unknown> | undefined)?.[name ?? index!];
  }
  return value;
}

function pattern(source: string): RegExp {
  return new RegExp(source.replaceAll("(?s)", ""), source.includes("(?s)") ? "s" : "");
}
