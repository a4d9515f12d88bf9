import type { Json, JsonObject } from "../../kit/json.ts";
import type { Reply } from "./dialect.ts";
import type { Outcome } from "./outcome.ts";
import { jsonReply } from "./reply.ts";

/**
 * The answer to a plugin of ours (folder `shims/`), which stands in for the command hooks that its agent does not have.
 */
export function pluginReply({ verdict, rewrite, context, notice }: Outcome): Reply {
  const answer: JsonObject = {};
  if (verdict && verdict.kind !== "allow") answer["block"] = verdict.reason || "denied by a hook";
  if (rewrite?.toolInput !== undefined) answer["input"] = rewrite.toolInput;
  if (rewrite?.toolResponse !== undefined) answer["output"] = rewrite.toolResponse;
  if (rewrite?.messages !== undefined) answer["messages"] = rewrite.messages as Json[];
  if (rewrite?.prompt !== undefined) answer["prompt"] = rewrite.prompt;
  if (context) answer["context"] = context.join("\n\n");
  if (notice) answer["notice"] = notice.join("\n");
  return jsonReply(answer);
}
