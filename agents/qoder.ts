import claudeCode from "./claude-code.ts";
import { renameDialect } from "./codec/rename-dialect.ts";

/** Qoder: Claude Code's dialect as it is (second hand). Told from it by `--agent` or the environment only. */
export default renameDialect(claudeCode, "qoder", "Qoder");
