import { readFileSync } from "node:fs";

import { causeInWords } from "../kit/disk-trouble.ts";
import { atomicWrite } from "../kit/files.ts";
import { isObject } from "../kit/json.ts";
import { UserError } from "../kit/user-error.ts";
import { newSalt } from "../redactors/doors/allow.ts";
import type { AuditFinding } from "./audit-report.ts";

/** The secrets in a baseline file, by kind and value. It has no line numbers, so it stays valid if code moves. */
export interface Baseline {
  /**
   * The file's random salt. All fingerprints in the file, and in an audit that uses it, are computed with this salt.
   */
  readonly salt: string;
  knows(finding: Found): boolean;
  /** Writes the file with further findings. */
  add(findings: readonly AuditFinding[], pid: number): void;
}

type Found = Pick<AuditFinding, "kind" | "hmac">;

/**
 * A known secret: its kind, its fingerprint, and, for people who review the baseline, the file in which it was first
 * found.
 */
interface KnownSecret {
  readonly kind: string;
  /** The fingerprint without the salt. */
  readonly hmac: string;
  readonly seen: string;
}

const VERSION = 1;

/**
 * Opens a baseline file; `undefined` if `file` is `undefined`.
 * @param isNew whether the file may be missing
 * @throws UserError if the file is missing, or is no baseline
 */
export function openBaseline(file: string | undefined, isNew: boolean): Baseline | undefined {
  if (file === undefined) {
    if (isNew) throw new UserError("badArgument", ["--update-baseline needs to know which file: add --baseline FILE."]);
    return undefined;
  }
  const { salt, secrets } = read(file, isNew);
  const known = new Map(secrets.map((one) => [keyOf(one), one]));
  return {
    salt,
    knows: (finding) => known.has(keyOf(unsalted(finding))),
    add(findings, pid) {
      for (const finding of findings) {
        const one = { ...unsalted(finding), seen: finding.name };
        if (!known.has(keyOf(one))) known.set(keyOf(one), one);
      }
      const sorted = [...known.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
      const text = JSON.stringify({ version: VERSION, salt, secrets: sorted }, null, 2);
      try {
        atomicWrite(file, `${text}\n`, { pid });
      } catch (error) {
        throw badBaseline(file, causeInWords(error) ?? "it cannot be written", error);
      }
    },
  };
}

function unsalted({ kind, hmac }: Found): Omit<KnownSecret, "seen"> {
  return { kind, hmac: hmac.slice(hmac.indexOf(":") + 1) };
}

function keyOf({ kind, hmac }: Found): string {
  return `${kind} ${hmac}`;
}

function read(file: string, isNew: boolean): { readonly salt: string; readonly secrets: readonly KnownSecret[] } {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const { code = "it is not valid JSON" } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT") throw badBaseline(file, code, error);
    if (isNew) return { salt: newSalt(), secrets: [] };
    throw badBaseline(file, "there is no such file; --update-baseline makes it");
  }
  if (
    !isObject(value) ||
    value["version"] !== VERSION ||
    typeof value["salt"] !== "string" ||
    !Array.isArray(value["secrets"])
  )
    throw badBaseline(file, "it was not written by snapveil audit --update-baseline, or by a later version");
  return { salt: value["salt"], secrets: (value["secrets"] as unknown[]).filter(isKnownSecret) };
}

function isKnownSecret(value: unknown): value is KnownSecret {
  return isObject(value) && ["kind", "hmac", "seen"].every((key) => typeof value[key] === "string");
}

function badBaseline(file: string, why: string, cause?: unknown): UserError {
  return new UserError("badBaseline", [file, why], cause);
}
