import type { Json } from "../kit/json.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { listOf } from "../agents/codec/list-found.ts";
import { merge, nothing, type ObjectedItem, type Outcome } from "../agents/codec/outcome.ts";
import { allowancesFor } from "../redactors/doors/allow.ts";
import { findSecrets, type Search, type SearchOptions } from "../redactors/doors/find-secrets.ts";
import { findSecretsBehind } from "../redactors/doors/judge.ts";
import { RANK } from "../redactors/doors/finding.ts";
import type { Policy, PolicyPlace } from "../worktree/doors/settings.ts";
import type { Call } from "./call.ts";
import type { Refusal } from "./refusal.ts";
import type { RedactionPlace } from "./redaction-counts.ts";
import { notePrompt } from "./searched-prompts.ts";
import type { SearchedEvent } from "./searched-event.ts";
import type { LetThrough } from "./weigh-findings.ts";
import { callView } from "../call/call-view.ts";

/** How a secret in one part of an event is treated. */
interface Ways<T extends Json> {
  readonly place: PolicyPlace;
  /**
   * The place by whose rules findings are weighed, if that is not `place`: a file that a prompt names is weighed like a
   * file that a tool reads.
   */
  readonly weighedAs?: PolicyPlace;
  /** Whether the call would store the redacted value, so that the stored text would lose the secret. */
  keeps?(clean: T): Promise<boolean>;
  readonly counted: RedactionPlace;
  /** The thing that holds the secret, as the beginning of a sentence. */
  readonly what: string;
  /**
   * Makes the answer with the redacted value; absent if this part cannot be rewritten, so that the event is refused.
   */
  rewrite?(value: T, found: readonly ObjectedItem[]): Outcome;
  refuse(refusal: Refusal, policy: Policy): Outcome | Promise<Outcome>;
}

/**
 * Searches one part of an event, and treats its findings by the policy of the place.
 * @param before the text right before the value, see `findSecretsBehind`
 */
export async function redact<T extends Json>(
  event: SearchedEvent,
  call: Call,
  value: T,
  { before, ...options }: SearchOptions & { readonly before?: string },
  ways: Ways<T>,
): Promise<Outcome> {
  const { weighedAs = ways.place } = ways;
  const passed: LetThrough[] = [];
  const weigh: SearchOptions["weigh"] = async (found, texts) =>
    (await import("./weighing/weigh-event.ts")).weighEvent(event, call, weighedAs, (one) => passed.push(one), {
      found,
      texts,
    });
  const isBehind = before !== undefined && typeof value === "string";
  const search = isBehind
    ? findSecretsBehind(before, value, call, event.cwd, { ...options, weigh })
    : findSecrets(value, call, event.cwd, { ...options, weigh });
  const { value: clean, findings, problems, taken } = (await search) as Search<T>;
  // The label of a checkpoint must hold no possible secret. So a prompt with a finding that was let through is not
  // noted, and `snapshot` searches it again.
  if (weighedAs === "prompt" && typeof value === "string" && passed.length === 0)
    notePrompt(call, value, String(clean));
  const remarks = passed.length > 0 ? (await import("./weighing/remarks.ts")).remarksOn(passed, ways, call) : [];
  const sentences = [...problems, ...remarks];
  const { notYetSaid } = sentences.length > 0 ? await import("../session/said.ts") : {};
  const said = notYetSaid ? { notice: notYetSaid(call.io, event.sessionId, sentences) } : nothing;
  if (clean === value) return said;
  const keeps = (await ways.keeps?.(clean)) ?? false;
  // The search used the lower of the limits for `write` and for the place, since only after it is known whether the
  // call stores its arguments.
  const least = call.settings.redaction.minConfidence[keeps ? "write" : ways.place];
  if (ways.keeps && findings.every(({ confidence }) => RANK[confidence] < RANK[least])) return said;
  call.found?.(findings);
  const { describeSecrets } = await import("./describe-secrets.ts");
  const objection = await describeSecrets(event, call, value, { findings, taken }, ways.counted);
  const policy = policyOf(call.settings.redaction.policy, ways.place, keeps);
  if (policy === "redact" && ways.rewrite)
    return merge(said, { ...ways.rewrite(clean, objection.found), objections: [objection] });
  const what = `snapveil: ${ways.what} a secret`;
  if (policy === "warn")
    return merge(said, {
      notice: [`${what}: ${listOf(objection.found)}. It was let through, as your settings say.`],
    });
  return merge(said, await ways.refuse({ what, ...objection, todo: keeps ? KEEPS : REFER }, policy));
}

const REFER = "Refer to it by the name of the variable or file that holds it.";
const KEEPS =
  "The call writes or sets something: a placeholder in the place of the secret would be kept there and the value " +
  "would be lost. Go on without the value itself: let the command read it from an environment variable or a file " +
  "that holds it, or change only the lines around it.";

/**
 * The policy for a call. For a call that stores its arguments it is the policy for writing, unless the policy of the
 * place is `deny`.
 */
function policyOf(policies: Readonly<Record<PolicyPlace, Policy>>, place: PolicyPlace, keeps: boolean): Policy {
  return keeps && policies[place] !== "deny" ? policies.write : policies[place];
}

/** Whether the settings exempt the file that a tool's arguments name from the search for secrets. */
export async function isLeftOut(
  event: Pick<HookEvent, "cwd" | "toolInput">,
  call: Pick<Call, "io" | "settings">,
): Promise<boolean> {
  const file = callView(event).path(call.io.env);
  return file !== undefined && ((await allowancesFor(call, event.cwd))?.isLeftOut(file) ?? false);
}
