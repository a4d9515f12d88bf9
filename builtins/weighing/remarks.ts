import type { PolicyPlace } from "../../worktree/doors/settings.ts";
import type { Call } from "../call.ts";
import type { LetThrough } from "../weigh-findings.ts";

/** The reasons why findings do not count, for `snapveil explain`. */
const REASONS: Record<LetThrough["reason"], string> = {
  published: "manuals print it",
  "made-up": "its characters only make up the length",
  hash: "it is a hash with a salt",
  common: "everybody tries it first",
  trial: "it stands in a test, a fixture, an example or a document",
  file: "it is a word in a file of the worktree",
  new: "it was made for this moment",
  local: "it opens something on this machine only",
  unsure: "it is less sure than minConfidence asks",
};

/**
 * Notices for the user about findings that were let through: a prompt that may hold a secret, and the answer of a
 * server on this machine to a login. If `call.remark` is set, it gets a sentence about each finding that was let
 * through.
 */
export function remarksOn(
  passed: readonly LetThrough[],
  { place, what }: { readonly place: PolicyPlace; readonly what: string },
  call: Pick<Call, "remark">,
): string[] {
  const sentences = (call.remark ? passed : []).map(
    ({ finding, reason }) => `Something that looks like a secret (${finding.kind}) passes: ${REASONS[reason]}.`,
  );
  for (const sentence of new Set(sentences)) call.remark?.(sentence);
  const unsure = passed.filter(({ finding, reason }) => reason === "unsure" && finding.confidence === "medium");
  const local = passed.filter(({ finding, reason }) => reason === "local" && !/password/.test(finding.kind));
  if (place === "prompt" && unsure.length > 0)
    return [`snapveil: ${what} what may be a secret (${kindsOf(unsure)}). It was let through, since that is not sure.`];
  if (place === "output" && local.length > 0)
    return [`snapveil: ${what} what a server on this machine gave out (${kindsOf(local)}). ${LEFT}`];
  return [];
}

const LEFT = "It was left for the model, which may need it; it is redacted where it is stored or sent elsewhere.";

/** The notice for the user about a secret that a command generated. */
export function remarkOnMade(what: string, maker: string): string {
  return `snapveil: ${what} a secret that was made just now (${maker}). ${LEFT}`;
}

function kindsOf(passed: readonly LetThrough[]): string {
  return [...new Set(passed.map(({ finding }) => finding.kind))].slice(0, 5).join(", ");
}
