import type { Dialect } from "./codec/dialect.ts";
import claudeCode from "./claude-code.ts";
import { renameDialect } from "./codec/rename-dialect.ts";

/**
 * An agent that looks like Claude Code but is not known to be it. Its answers are not known either: it gets a denial,
 * which every such agent understands, and never a rewrite, which it may drop without a word.
 */
const claudeLike: Dialect = {
  ...renameDialect(claudeCode, "claude-like", "This agent"),
  carries: (...event) => ({ ...claudeCode.carries(...event), context: false, notice: false, rewrite: [] }),
};

export default claudeLike;
