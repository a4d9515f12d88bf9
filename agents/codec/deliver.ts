import { isObject } from "../../kit/json.ts";
import type { Carriage } from "./dialect.ts";
import { block, merge, type Outcome, type Rewrite } from "./outcome.ts";

/** What to say of each part that could not be rewritten: where the event can be refused, and where it cannot. */
const LOST: Record<keyof Rewrite, { refused: string; leaked: string }> = {
  toolInput: {
    refused:
      "The arguments of this tool call contain a secret, and %s does not let a hook change them here. Repeat the " +
      "call without the secret itself, for instance by naming the environment variable or file that holds it.",
    leaked: "The arguments of this tool call contain a secret that %s does not let a hook remove here.",
  },
  messages: {
    refused: "The conversation contains a secret, and %s does not let a hook change it here, so it was not sent.",
    leaked: "The conversation contains a secret that %s does not let a hook remove here.",
  },
  toolResponse: {
    refused:
      "The output of this tool contains a secret, and %s does not let a hook change it here, so it was withheld.",
    leaked:
      "The output of this tool contains a secret that %s does not let a hook remove here: it reaches the model. " +
      "Do not repeat it or write it anywhere. It should be revoked.",
  },
  prompt: {
    refused:
      "The prompt contains a secret, and %s does not let a hook change it, so it was not sent. Take the secret " +
      "out, for instance by naming the environment variable or file that holds it, and send it again.",
    leaked: "The prompt contains a secret that %s does not let a hook remove here.",
  },
};

/**
 * An outcome cut down to what the agent honours on this event, so that nothing is dropped silently:
 * a rewrite that would be lost becomes a refusal where one can be given, otherwise a warning to the person
 * (and to the model, where context is carried); a refusal that would be lost becomes a warning.
 */
export function deliver({ unfinished, ...wanted }: Outcome, carriage: Carriage, agent: string): Outcome {
  const outcome = withQuestion(wanted, carriage);
  if (unfinished) return withUnfinished(unfinished, outcome, carriage, agent);
  if (!outcome.verdict && !outcome.rewrite) return carried(outcome, carriage);
  let result = refusalOrNotice(outcome, carriage, agent);
  const lost = Object.keys(outcome.rewrite ?? {}).filter((part) =>
    isLost(part as keyof Rewrite, outcome.rewrite!, carriage),
  ) as (keyof Rewrite)[];
  for (const part of carriage.lost ? [] : lost) result = merge(result, replacement(part, carriage, agent));
  const { rewrite, rewriteNotice = [], rewriteContext = [], notice = [], ...rest } = result;
  // A refused event has nothing to rewrite, and some agents read a rewrite beside a denial as consent.
  const refused = rest.verdict !== undefined && rest.verdict.kind !== "allow";
  const kept = Object.entries(rewrite ?? {}).filter(([part]) => !refused && !lost.includes(part as keyof Rewrite));
  if (kept.length === 0) return carried({ ...rest, notice }, carriage);
  const told = [...(rest.context ?? []), ...rewriteContext];
  return carried(
    {
      ...rest,
      rewrite: Object.fromEntries(kept),
      notice: [...notice, ...rewriteNotice],
      ...(told.length > 0 && { context: told }),
    },
    carriage,
  );
}

/** Where the agent asks the person anyway, our question is a remark to theirs; elsewhere nothing is to be approved. */
function withQuestion({ verdict, ...rest }: Outcome, { approves }: Carriage): Outcome {
  if (approves && verdict?.kind === "ask") return merge(rest, { notice: [verdict.reason] });
  return verdict && (approves || verdict.kind !== "allow") ? { ...rest, verdict } : rest;
}

/** A turn that is not to end yet; where the agent ends it all the same, person and model are told why it should not. */
function withUnfinished(why: readonly string[], rest: Outcome, carriage: Carriage, agent: string): Outcome {
  if (carriage.resumes) return merge(deliver(rest, carriage, agent), block(why.join("\n")));
  return deliver(merge(rest, { notice: why, context: why }), carriage, agent);
}

/** Arguments that are no object come in by mistake only, and every agent drops such an answer whole. */
function isLost(part: keyof Rewrite, rewrite: Rewrite, carriage: Carriage): boolean {
  return !carriage.rewrite.includes(part) || (part === "toolInput" && !isObject(rewrite.toolInput));
}

/** The outcome without the texts that the agent does not take. */
function carried(outcome: Outcome, carriage: Carriage): Outcome {
  const { context, notice, ...rest } = outcome;
  return {
    ...rest,
    ...(context && carriage.context && { context }),
    ...(notice && notice.length > 0 && carriage.notice && { notice }),
  };
}

function replacement(part: keyof Rewrite, carriage: Carriage, agent: string): Outcome {
  const name = agent.replace(/^This\b/, "this"); // inside a sentence
  if (carriage.refusal) return block(LOST[part].refused.replace("%s", name));
  const warning = LOST[part].leaked.replace("%s", name);
  return { notice: [warning], context: [warning] };
}

function refusalOrNotice(outcome: Outcome, carriage: Carriage, agent: string): Outcome {
  const { verdict, ...rest } = outcome;
  if (!verdict || carriage.refusal) return outcome;
  if (verdict.kind === "allow") return rest;
  return merge(rest, { notice: [`${verdict.reason} (${agent} cannot be stopped at this event.)`] });
}
