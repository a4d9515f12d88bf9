import { runProcess, type ProcessResult } from "../kit/run-process.ts";
import type { Installer } from "../agents/formats/installer.ts";

export interface StartOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly input: string;
  /** Milliseconds. */
  readonly timeout: number;
  readonly platform: string;
}

/** Starts a registered line as its agent does: through the agent's shell, or as a program with words. */
export function startLine(
  line: string,
  { shell, wraps }: Pick<Installer, "shell" | "wraps">,
  options: StartOptions,
): ProcessResult {
  const [file, args] = programOf(line, wraps ? "path" : shell, options);
  return runProcess(file, args, options);
}

function programOf(
  line: string,
  shell: Installer["shell"] | "path",
  { env, platform }: StartOptions,
): [file: string, args: string[]] {
  if (shell === "path") return [line, []];
  // Codex, Gemini CLI, Copilot CLI, Cursor and Windsurf start hooks by PowerShell, and Claude Code without Git Bash. It
  // is the strictest: a line that it starts is started by cmd and by Git Bash, too.
  if (platform === "win32")
    return ["powershell.exe", ["-NoProfile", "-NonInteractive", "-Command", `${line}; exit $LASTEXITCODE`]];
  const own = env["SHELL"] || "/bin/sh";
  if (shell === "login") return [own, ["-lc", line]];
  if (shell === "user") return [own, ["-c", line]];
  if (shell === "sh") return ["/bin/sh", ["-c", line]];
  const [program = "", ...words] = splitWords(line);
  return [program, words];
}

/** The words of a line as a POSIX shell splits them, without anything else that a shell does. */
export function splitWords(line: string): string[] {
  const words = line.match(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/g) ?? [];
  return words.map((word) =>
    word.replace(
      /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g,
      (_all, single?: string, double?: string, escaped?: string) =>
        single ?? double?.replace(/\\(["\\$`])/g, "$1") ?? escaped ?? "",
    ),
  );
}
