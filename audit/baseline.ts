import { readFileSync } from "node:fs";

import { atomicWrite } from "../kit/atomic-write.ts";
import { isObject } from "../kit/json.ts";
import { UserError } from "../kit/user-error.ts";
import type { AuditFinding } from "./audit-report.ts";
import { newSalt } from "../redactors/allow/fingerprint.ts";

/** A secret that is known: its kind and its fingerprint, and where it was first seen, for whoever reviews the file. */
interface KnownSecret {
  readonly kind: string;
  readonly hmac: string;
  readonly seen: string;
}

/** Known secrets by kind and value. No line numbers: a baseline stays true when code moves. */
export interface Baseline {
  /** Random, made with the file; all its fingerprints are made with it. */
  readonly salt: string;
  readonly secrets: readonly KnownSecret[];
}

const VERSION = 1;

/** The baseline in a file, or `undefined` where there is none yet. */
export function readBaseline(file: string): Baseline | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new UserError("badBaseline", [file, (error as NodeJS.ErrnoException).code ?? "unreadable"], error);
  }
  const value = parse(file, text);
  if (
    !isObject(value) ||
    value["version"] !== VERSION ||
    typeof value["salt"] !== "string" ||
    !Array.isArray(value["secrets"])
  ) {
    throw new UserError("badBaseline", [
      file,
      "it was not written by snapveil audit --update-baseline, or by a later version",
    ]);
  }
  const secrets = value["secrets"].filter(
    (one): one is { kind: string; hmac: string; seen: string } =>
      isObject(one) && [one["kind"], one["hmac"], one["seen"]].every((field) => typeof field === "string"),
  );
  return { salt: value["salt"], secrets };
}

/** The baseline with a run's findings added. The findings must have been made with its salt. */
export function withFindings(before: Baseline, findings: readonly AuditFinding[]): Baseline {
  const secrets = new Map(before.secrets.map((one) => [keyOf(one), one]));
  for (const finding of findings) {
    const hmac = finding.hmac.slice(finding.hmac.indexOf(":") + 1);
    const one = { kind: finding.kind, hmac, seen: finding.name };
    if (!secrets.has(keyOf(one))) secrets.set(keyOf(one), one);
  }
  return { salt: before.salt, secrets: [...secrets.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) };
}

export function emptyBaseline(): Baseline {
  return { salt: newSalt(), secrets: [] };
}

export function writeBaseline(file: string, { salt, secrets }: Baseline, pid: number): void {
  try {
    atomicWrite(file, `${JSON.stringify({ version: VERSION, salt, secrets }, null, 2)}\n`, { pid });
  } catch (error) {
    throw new UserError("badBaseline", [file, (error as NodeJS.ErrnoException).code ?? "it cannot be written"], error);
  }
}

/** Whether the baseline knows a finding. */
export function knows(baseline: Baseline): (finding: Pick<AuditFinding, "kind" | "hmac">) => boolean {
  const keys = new Set(baseline.secrets.map(keyOf));
  return ({ kind, hmac }) => keys.has(keyOf({ kind, hmac: hmac.slice(hmac.indexOf(":") + 1) }));
}

function keyOf({ kind, hmac }: Pick<KnownSecret, "kind" | "hmac">): string {
  return `${kind} ${hmac}`;
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError("badBaseline", [file, "it is not valid JSON"], error);
  }
}
