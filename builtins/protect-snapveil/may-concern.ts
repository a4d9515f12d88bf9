import { AGENT_PROGRAMS } from "../../agents/programs.ts";
import { callView, type CallFacts } from "../../call/call-view.ts";
import { isIn } from "../../kit/files.ts";
import { homeOf } from "../../kit/io.ts";
import { pattern } from "../../kit/word-pattern.ts";
import { dataDir } from "../../worktree/doors/data-dir.ts";
import { userSettingsFolder } from "../../worktree/doors/settings.ts";
import type { Call } from "../call.ts";

/**
 * Matches a part of every path to snapveil's commands and files, of an agent's hook file, program and variables, and of
 * git's commands that take files away without naming each. Most calls hold no match.
 */
const MAY_CONCERN = pattern("i")`
  snapveil|(?:^|[\\/~\s"'=(>])\.[a-z]|hooks|settings|crush\.json|appdata|xdg_|\$\{?\w*(?:home|config|data)
  |\bclean\s+-|\bstash\b|\bls-files\b|--(?:ignored|hard|merge)\b|\b(?:checkout|restore)\s+[-.:]
  |(?<![\w.-])(?:${Object.values(AGENT_PROGRAMS).join(" ").replaceAll(" ", "|")})(?:_|(?![\w-]))
`;

/**
 * Text that a shell turns into other words: a variable, the output of a command, braces, a pattern of file names, an
 * escape, or input to a shell. Without any of these, a script shows all words of its commands.
 */
const MAY_MAKE_WORDS = pattern("i")`
  \$[\w{('"@*]|\x60|[*?[]|\{[^\s{}]*(?:,|\.\.)|\\[0-7xu]|\beval\b|\|\s*(?:\S+\s+)?(?:\S*/)?(?:ba|z|da|k|a|c|tc|fi)?sh\b
`;

/**
 * Whether a call may be about snapveil, by its folder, by words of it, or by words that a shell may make of them.
 * @param texts words of the call, or those of files that it starts
 */
export function mayConcern(event: CallFacts, texts: readonly string[], io: Call["io"]): boolean {
  const { cwd = "" } = event;
  const view = callView(event);
  const isShell = view.kind === "shell";
  // The texts are joined and tested once, since V8 compiles a pattern again at its second use, which takes longer than
  // the test.
  const words = texts.join("\n");
  const text = `${cwd}\n${words}`;
  if (MAY_CONCERN.test(text.replace(/["'\\]/g, "")) || (isShell && MAY_MAKE_WORDS.test(text))) return true;
  const named = words.includes("..") ? text : words;
  return view
    .once(barePlaces, () => barePlaces(io))
    .some(({ path, parts }) => isIn(path, cwd) || isIn(cwd, path) || parts.some((part) => named.includes(part)));
}

/**
 * The files and folders of snapveil whose paths have no hidden folder, so that `MAY_CONCERN` does not match them, each
 * with the names in its path.
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
