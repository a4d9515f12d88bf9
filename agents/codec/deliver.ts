import { isObject } from "../../kit/json.ts";
import type { Capabilities } from "./dialect.ts";
import { MODEL_ALLOWS, PERSON_ALLOWS, withFound, withoutExcerpts } from "./list-found.ts";
import { block, merge, questionOf, type ObjectedItem, type Outcome, type Rewrite, type Verdict } from "./outcome.ts";

/** Sentences about a secret in a part that the agent does not let a hook rewrite. `%s`: the agent. */
interface Lost {
  readonly contains: string;
  readonly refused: string;
  /** Advice for the model; for a prompt, advice for the person. */
  readonly todo: string;
  /** The sentence for an event that cannot be refused: the secret was not removed. */
  readonly leaked: string;
}

const LOST: Record<keyof Rewrite, Lost> = {
  toolInput: {
    contains: "The arguments of this tool call contain a secret",
    refused: "%s does not let a hook change them here, so the call was refused.",
    todo: "Repeat it without the secret itself, for instance by naming the environment variable or file that holds it.",
    leaked: "%s does not let a hook remove it here.",
  },
  messages: {
    contains: "The conversation contains a secret",
    refused: "%s does not let a hook change it here, so it was not sent.",
    todo: "Begin a new session, or go back to before the secret was written.",
    leaked: "%s does not let a hook remove it here.",
  },
  toolResponse: {
    contains: "The output of this tool contains a secret",
    refused: "%s does not let a hook change it here, so it was withheld.",
    todo: "Let the command print less, or leave out the lines and files that hold secrets.",
    leaked:
      "%s does not let a hook remove it here: it reaches the model. Do not repeat it or write it anywhere. It should " +
      "be revoked.",
  },
  prompt: {
    contains: "The prompt contains a secret",
    refused: "%s does not let a hook change it, so it was not sent.",
    todo:
      "Take the secret out, for instance by naming the environment variable or file that holds it, and send it " +
      "again.",
    leaked: "%s does not let a hook remove it here.",
  },
};

/**
 * The reason for a refusal if another hook may change the arguments as well. `%f`: the file that registers that hook.
 */
const CONTESTED =
  "Another hook before this tool (in %f) may change them too, and %s takes the arguments of one hook alone, so the " +
  "call was refused.";
/** Parts of the sentence about contested arguments if snapveil's rewrite of these arguments removes no secret. */
const CHANGED = {
  contains: "The arguments of this tool call had to be changed",
  todo: "Tell the person of that hook.",
};

const UNSURE =
  "Whether %s lets a hook remove it is known at second hand only, so it may have reached the model all the same. " +
  "Do not repeat it or write it anywhere. It should be revoked.";

/**
 * Reduces an outcome to the parts that the agent honours at this event. Nothing is dropped silently: a rewrite that
 * cannot be sent becomes a refusal or, if the event cannot be refused, a warning to the person (and to the model, if
 * the event takes context); a refusal that cannot be sent becomes a warning.
 */
export function deliver({ unfinished, ...wanted }: Outcome, capabilities: Capabilities, agent: string): Outcome {
  const outcome = withQuestion(wanted, capabilities);
  if (unfinished) return withUnfinished(unfinished, outcome, capabilities, agent);
  if (!outcome.verdict && !outcome.rewrite) return carried(outcome, capabilities);
  let result = refusalOrNotice(outcome, capabilities, agent);
  const lost = Object.keys(outcome.rewrite ?? {}).filter((part) =>
    isLost(part as keyof Rewrite, outcome.rewrite!, capabilities),
  ) as (keyof Rewrite)[];
  for (const part of capabilities.lost ? [] : lost)
    result = merge(result, replacement(part, outcome, capabilities, agent));
  const { rewrite, rewriteNotice = [], rewriteContext = [], notice = [], objections, ...others } = result;
  const kept = keptParts(result, lost, capabilities);
  // The objections of these parts do not go into the log: another event makes the redaction and reports it, or the
  // rewrite was dropped beside a refusal and is not the reason of the refusal.
  const dropped = (Object.keys(rewrite ?? {}) as (keyof Rewrite)[]).filter(
    (part) => !kept.includes(part) && (capabilities.lost || !lost.includes(part)),
  );
  const told = objections?.filter(({ part }) => part === undefined || !dropped.includes(part)) ?? [];
  const rest = { ...others, ...(told.length > 0 && { objections: told }) };
  if (kept.length === 0) return carried({ ...rest, notice }, capabilities);
  const isSure = kept.some((part) => !lost.includes(part));
  const context = [...(rest.context ?? []), ...rewriteContext];
  return carried(
    {
      ...rest,
      rewrite: Object.fromEntries(kept.map((part) => [part, rewrite![part]])),
      notice: [...notice, ...(isSure ? rewriteNotice : [])],
      ...(context.length > 0 && { context }),
    },
    capabilities,
  );
}

/**
 * The parts of a rewrite that are sent. No part is sent together with a refusal, because some agents take a rewrite
 * beside a denial as consent.
 */
function keptParts(
  { verdict, rewrite = {} }: Outcome,
  lost: readonly (keyof Rewrite)[],
  capabilities: Capabilities,
): (keyof Rewrite)[] {
  if (verdict !== undefined && verdict.kind !== "allow") return [];
  const parts = Object.keys(rewrite) as (keyof Rewrite)[];
  return parts.filter((part) => !lost.includes(part) || isTried(part, rewrite, capabilities));
}

/**
 * Fits the verdict to an event at which the agent asks the person anyway (`approves`): a verdict `ask` becomes a notice
 * beside the agent's own question. At other events an approval is removed.
 */
function withQuestion({ verdict, ...rest }: Outcome, { approves }: Capabilities): Outcome {
  if (approves && verdict?.kind === "ask") return merge(rest, { notice: [questionOf(verdict)] });
  return verdict && (approves || verdict.kind !== "allow") ? { ...rest, verdict } : rest;
}

/**
 * Adds the reasons why the turn should not end yet: as a refusal if the agent then continues the turn, otherwise as
 * texts for the person and the model.
 */
function withUnfinished(why: readonly string[], rest: Outcome, capabilities: Capabilities, agent: string): Outcome {
  if (capabilities.resumes) return merge(deliver(rest, capabilities, agent), block(why.join("\n")));
  return deliver(merge(rest, { notice: why, context: why }), capabilities, agent);
}

/**
 * Whether a part of a rewrite cannot be relied on. Rewritten arguments that are no object cannot, because every agent
 * ignores an answer with such arguments.
 */
function isLost(part: keyof Rewrite, rewrite: Rewrite, capabilities: Capabilities): boolean {
  if (part === "toolInput" && (capabilities.contested !== undefined || !isObject(rewrite.toolInput))) return true;
  return !capabilities.rewrite.includes(part);
}

/** Whether a rewrite is sent although nobody has tested its effect. */
function isTried(part: keyof Rewrite, rewrite: Rewrite, { tries = [] }: Capabilities): boolean {
  return tries.includes(part) && (part !== "toolInput" || isObject(rewrite.toolInput));
}

/** Removes the texts that the agent does not take at this event. */
function carried(outcome: Outcome, capabilities: Capabilities): Outcome {
  const { context, notice, ...rest } = outcome;
  return {
    ...rest,
    ...(context && capabilities.context && { context }),
    ...(notice && notice.length > 0 && capabilities.notice && { notice }),
  };
}

function replacement(
  part: keyof Rewrite,
  { objections = [] }: Outcome,
  capabilities: Capabilities,
  agent: string,
): Outcome {
  const own = objections.filter((one) => one.part === part);
  const { contains, refused, todo, leaked } = { ...LOST[part], ...contestedOf(part, own.length > 0, capabilities) };
  const found = own.flatMap((one) => one.found);
  const text = (list: readonly ObjectedItem[], ...more: readonly string[]) =>
    withFound(
      `snapveil: ${contains}`,
      list,
      more.map((sentence) => sentence.replace("%s", agent)),
    );
  if (!capabilities.refusal) {
    const warning = text(found, capabilities.tries?.includes(part) ? UNSURE : leaked);
    return { notice: [warning], context: [warning] };
  }
  // The model wrote the arguments, so it may read excerpts of them; of a withheld output it must see no part.
  const forModel = part === "toolResponse" ? withoutExcerpts(found) : found;
  const passes = own.some(({ pass }) => pass);
  const verdict: Verdict = {
    kind: "block",
    reason: text(forModel, refused, todo, ...(passes ? [MODEL_ALLOWS] : [])),
    person: text(found, refused, ...(part === "prompt" ? [todo] : []), ...(passes ? [PERSON_ALLOWS] : [])),
    suggestions: [todo],
  };
  return { verdict };
}

function contestedOf(part: keyof Rewrite, isSecret: boolean, { contested }: Capabilities): Partial<Lost> {
  if (part !== "toolInput" || contested === undefined) return {};
  return { refused: CONTESTED.replace("%f", () => contested), ...(!isSecret && CHANGED) };
}

function refusalOrNotice(outcome: Outcome, capabilities: Capabilities, agent: string): Outcome {
  const { verdict, ...rest } = outcome;
  if (!verdict || capabilities.refusal) return outcome;
  if (verdict.kind === "allow") return rest;
  return merge(rest, { notice: [`${verdict.person ?? verdict.reason} (${agent} cannot be stopped at this event.)`] });
}
