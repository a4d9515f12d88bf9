import { counted } from "../kit/text.ts";
import type { Capabilities } from "../agents/codec/dialect.ts";
import type { Outcome, Rewrite } from "../agents/codec/outcome.ts";

/** Part of a rewrite → its name in words. */
const PARTS: Readonly<Record<keyof Rewrite, string>> = {
  toolInput: "the arguments of the tool call",
  messages: "the messages that go to the model",
  toolResponse: "the output of the tool",
  prompt: "the prompt",
};

/** Sentences on what the agent does with the answer. @param delivered absent if no builtin ran */
export function describeEffect(
  title: string,
  delivered: { wanted: Outcome; sent: Outcome; capabilities: Capabilities } | undefined,
): string[] {
  if (!delivered) return [`Nothing is meant for this event: ${title} goes on as if there were no hook.`];
  const { wanted, sent, capabilities } = delivered;
  const sentences = [
    ...lost(title, wanted, sent, capabilities),
    ...verdictOf(title, sent, capabilities),
    ...rewritesOf(title, sent, capabilities),
    ...textsOf(title, wanted, sent),
  ];
  return sentences.length === 0 ? [`There was nothing to say: ${title} goes on as if there were no hook.`] : sentences;
}

function lost(title: string, wanted: Outcome, sent: Outcome, capabilities: Capabilities): string[] {
  const parts = (Object.keys(wanted.rewrite ?? {}) as (keyof Rewrite)[]).filter(
    (part) => !capabilities.rewrite.includes(part),
  );
  const refused = sent.verdict !== undefined && sent.verdict.kind !== "allow";
  return parts.map((part) => {
    const cannot = `${title} lets no hook change ${PARTS[part]} here`;
    if (capabilities.tries?.includes(part))
      return (
        `Whether ${title} lets a hook change ${PARTS[part]} is not sure: it is sent without what was found, and ` +
        "warned of."
      );
    if (capabilities.lost) return `${cannot}; another event deals with that.`;
    return refused
      ? `${cannot}, so the event is refused instead.`
      : `${cannot}: WHAT WAS FOUND IS NOT HELD BACK. It is warned of where that is heard.`;
  });
}

function verdictOf(title: string, { verdict }: Outcome, { lever }: Capabilities): string[] {
  if (!verdict) return [];
  if (verdict.kind === "allow") return [`${title} does not ask the person: the call is approved.`];
  if (verdict.kind === "ask") return [`${title} asks the person before it goes on.`];
  const how = lever?.includes("refusal")
    ? " Its only way to refuse ends more than this one event; see snapveil agents --markdown."
    : "";
  return [`${title} does not do what the event announces, and is told why.${how}`];
}

function rewritesOf(title: string, { rewrite }: Outcome, { lever, tries }: Capabilities): string[] {
  const parts = (Object.keys(rewrite ?? {}) as (keyof Rewrite)[]).filter((part) => !tries?.includes(part));
  return parts.map((part) => {
    const how = lever?.includes(part) ? ", by an answer that is meant for something else" : "";
    return `${title} takes the new text for ${PARTS[part]}${how}.`;
  });
}

function textsOf(title: string, wanted: Outcome, { context, notice }: Outcome): string[] {
  const count = (texts: readonly string[]) => counted(texts.length, "text");
  return [
    ...(context && context.length > 0 ? [`${title} gives the model ${count(context)}.`] : []),
    ...(!context && (wanted.context?.length ?? 0) > 0
      ? [`${title} takes no text for the model at this event; what there was is dropped.`]
      : []),
    ...(notice && notice.length > 0 ? [`${title} shows the person ${count(notice)}.`] : []),
  ];
}
