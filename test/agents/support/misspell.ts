import { readFileSync } from "node:fs";

import type { JsonObject } from "../../../kit/json.ts";
import { writeFile } from "./write-file.ts";

/**
 * Adds the name of a builtin that there is not to the lines of one event, in a file whose hooks are groups of commands.
 */
export function misspell(file: string, event: string): void {
  const root = JSON.parse(readFileSync(file, "utf8")) as JsonObject & {
    hooks: Record<string, { bash?: string; hooks?: { command: string }[] }[]>;
  };
  for (const item of root.hooks[event]!) {
    if (item.bash !== undefined) item.bash += " redact_secret";
    for (const hook of item.hooks ?? []) hook.command += " redact_secret";
  }
  writeFile(file, root);
}
