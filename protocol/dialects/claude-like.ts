import type { Dialect } from "../dialect.ts";
import type { HookEvent } from "../hook-event.ts";
import claudeCode from "./claude-code.ts";

/**
 * An agent that looks like Claude Code but is not known to be it. Its answers are not known either: it gets a denial,
 * which every such agent understands, and never a rewrite, which it may drop without a word.
 */
const claudeLike: Dialect = {
  ...claudeCode,
  name: "claude-like",
  title: "This agent",
  decode(raw, wireName) {
    const [first, ...rest] = claudeCode.decode(raw, wireName);
    const renamed = (event: HookEvent): HookEvent => ({ ...event, dialect: "claude-like" });
    return [renamed(first), ...rest.map(renamed)];
  },
  carries: (wireName) => ({ refusal: claudeCode.carries(wireName).refusal, context: false, notice: false, rewrite: [] }),
};

export default claudeLike;
