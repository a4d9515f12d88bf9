import opencode from "./opencode.ts";
import { renameDialect } from "./codec/rename-dialect.ts";

/** Kilo Code takes OpenCode's plugins. */
export default renameDialect(opencode, "kilo", "Kilo Code");
