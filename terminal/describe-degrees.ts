import { CAPABILITIES, type AgentRow, type Capability } from "../agents/codec/matrix.ts";

/** Capability → words that complete "snapveil can …". */
const ABILITIES: Readonly<Record<Capability, string>> = {
  block_tool: "refuse a tool call",
  ask: "ask the person about a tool call",
  rewrite_arguments: "take a secret out of a tool's arguments",
  rewrite_prompt: "take a secret out of the prompt or the messages",
  rewrite_output: "take a secret out of a tool's output",
  rewrite_failed_output: "take a secret out of the output of a tool that failed",
  context_session: "tell the model something at the start of a session",
  context_turn: "tell the model something with each prompt",
  checkpoint_tool: "record what one tool call did",
  checkpoint_turn: "record what one prompt did",
};

const HEADS: readonly (readonly [head: string, degrees: readonly AgentRow["degrees"][Capability][]])[] = [
  ["Here snapveil can", ["native", "lever"]],
  ["Here snapveil cannot do this, and refuses the call or the prompt instead", ["block"]],
  ["Here snapveil cannot do this, and can only warn", ["impossible"]],
];

/**
 * Sentences on an agent's capabilities, in three groups: they work, they lead to a refusal, or they are impossible. A
 * group has one sentence.
 */
export function degreeSentences({ degrees, only }: Pick<AgentRow, "degrees" | "only">): string[] {
  const inWords = (capability: Capability) => {
    const tools = only[capability];
    return `${ABILITIES[capability]}${tools === undefined ? "" : ` (${tools} only)`}`;
  };
  return HEADS.flatMap(([head, wanted]) => {
    const found = CAPABILITIES.filter((capability) => wanted.includes(degrees[capability]));
    return found.length === 0 ? [] : [`${head}: ${found.map(inWords).join("; ")}.`];
  });
}
