import { runProcess, type ProcessResult } from "../kit/run-process.ts";
import type { Installer } from "../agents/formats/installer.ts";

export interface StartOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly input: string;
  /** The timeout in milliseconds. */
  readonly timeout: number;
  readonly platform: string;
}

/** Runs a registered command line as the agent does: in the agent's shell, or as a program with arguments. */
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
  // On Windows, Codex, Gemini CLI, Copilot CLI, Cursor and Windsurf run hooks in PowerShell, as does Claude Code
  // without Git Bash. PowerShell is the strictest: a command line that it accepts also works in cmd and Git Bash.
  if (platform === "win32")
    return ["powershell.exe", ["-NoProfile", "-NonInteractive", "-Command", `${line}; exit $LASTEXITCODE`]];
  const own = env["SHELL"] || "/bin/sh";
  if (shell === "login") return [own, ["-lc", line]];
  if (shell === "user") return [own, ["-c", line]];
  if (shell === "sh") return ["/bin/sh", ["-c", line]];
  const [program = "", ...words] = splitWords(line);
  return [program, words];
}

/** The words of a command line, split and unquoted as in a POSIX shell. Nothing else is expanded. */
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
