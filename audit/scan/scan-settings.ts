import type { SecretlintSettings } from "../../redactors/secretlint/secretlint.ts";
import type { Fingerprint } from "../../redactors/allow/fingerprint.ts";

/** What a thread must know to search: plain data. */
export interface ScanSettings {
  /** For the fingerprints of this run. */
  readonly salt: string;
  readonly secretlint: SecretlintSettings;
  /** From `.snapveilignore`. */
  readonly allowedKinds: readonly string[];
  readonly allowedValues: readonly Fingerprint[];
}
