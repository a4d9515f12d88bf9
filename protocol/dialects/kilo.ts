import opencode from "./opencode.ts";
import { renameDialect } from "./rename-dialect.ts";

/** Kilo Code takes OpenCode's plugins. */
export default renameDialect(opencode, "kilo", "Kilo Code");
