import { AGENT_PROGRAMS } from "../../agents/programs.ts";
import { isIn } from "../../kit/files.ts";
import { homeOf } from "../../kit/io.ts";
import { pattern } from "../../kit/word-pattern.ts";
import { dataDir } from "../../worktree/doors/data-dir.ts";
import { userSettingsFolder } from "../../worktree/doors/settings.ts";
import type { Call } from "../call.ts";

/** A part of every path to our commands and files, an agent's hook file, program and variables: most calls hold none. */
const MAY_CONCERN = pattern("i")`
  snapveil|(?:^|[\\/~\s"'=(>])\.[a-z]|hooks|settings|crush\.json|appdata|xdg_|\$\{?\w*(?:home|config|data)
  |(?<![\w.-])(?:${Object.values(AGENT_PROGRAMS).join(" ").replaceAll(" ", "|")})(?:_|(?![\w-]))
`;

/**
 * Signs of which the shell may make another word: a variable, the output of a command, braces, a pattern of names, an
 * escaped letter, or an input that is run. Only a text without such signs shows by itself which words its commands
 * have.
 */
const MAY_MAKE_WORDS = pattern("i")`
  \$[\w{('"@*]|\x60|[*?[]|\{[^\s{}]*(?:,|\.\.)|\\[0-7xu]|\beval\b|\|\s*(?:\S+\s+)?(?:\S*/)?(?:ba|z|da|k|a|c|tc|fi)?sh\b
`;

/** Whether the words of a call in a folder, in their own form or as a shell changes them, may be about snapveil. */
export function mayConcern(cwd: string, texts: readonly string[], isShell: boolean, io: Call["io"]): boolean {
  // The texts are tested as one: V8 compiles a pattern in another way for the second one, which takes longer than to
  // look.
  const words = texts.join("\n");
  const text = `${cwd}\n${words}`;
  if (MAY_CONCERN.test(text.replace(/["'\\]/g, "")) || (isShell && MAY_MAKE_WORDS.test(text))) return true;
  const named = words.includes("..") ? text : words;
  return barePlaces(io).some(
    ({ path, parts }) => isIn(path, cwd) || isIn(cwd, path) || parts.some((part) => named.includes(part)),
  );
}

/**
 * Places of snapveil's whose paths have no hidden folder in front, which the pattern would see, with the names in each
 * path.
 */
function barePlaces(io: Call["io"]): { readonly path: string; readonly parts: readonly string[] }[] {
  const { env, lasting = env, platform } = io;
  const home = homeOf(env);
  return [dataDir({ env: lasting, platform }), userSettingsFolder(io), env["SNAPVEIL_CONFIG"]].flatMap((path) => {
    if (!path) return [];
    const below = home !== undefined && path.startsWith(home) ? path.slice(home.length) : path;
    if (/^[\\/]\./.test(below)) return [];
    return [{ path, parts: below.split(/[\\/]/).filter((part) => part.length > 1) }];
  });
}
