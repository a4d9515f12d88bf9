import { isObject } from "../../kit/json.ts";
import { oneOf } from "../../kit/word-pattern.ts";
import type { HookEvent } from "../../agents/codec/hook-event.ts";
import { namedPaths } from "../named-paths.ts";
import { filesOf, isPatch, toolKind, wordsOf } from "../tool-kind.ts";

/** Words of tools that show nothing of a file's content. */
const SHOWS_NOTHING = oneOf(
  "list ls dir stat info metadata exists? glob find delete remove rm trash unlink chmod mkdir touch add stage watch",
);
/** Of tools that write: these show what stands around the change. */
const SHOWS_PLACE = /^(?:edit|editor|multiedit|replace|str|insert|modify|notebookedit)$/;
const MAKES = /^(?:create|write|delete|undo)/i;
/** Keys, beside those of a file, of what is copied or searched. */
const OTHERS = ["source", "source_path", "sourcePath", "src", "from", "glob", "include", "include_pattern"];

/** The files whose content a tool that is no shell shows or copies, as its arguments name them. */
export function filesOfTool(event: HookEvent): readonly string[] {
  const { toolName = "", toolCategory, toolInput } = event;
  if (!isObject(toolInput)) return [];
  const words = wordsOf(toolName);
  const { command } = toolInput;
  if (typeof command === "string" && MAKES.test(command)) return [];
  if (toolKind(toolName, toolCategory, toolInput) === "write") {
    const isPatched = Object.values(toolInput).some((value) => typeof value === "string" && isPatch(value));
    if (isPatched || !words.some((word) => SHOWS_PLACE.test(word))) return [];
  } else if (words.some((word) => SHOWS_NOTHING.test(word))) return [];
  const others = OTHERS.flatMap((key) => (typeof toolInput[key] === "string" ? [toolInput[key]] : []));
  return [...namedPaths(event).paths, ...filesOf(toolInput), ...others];
}
