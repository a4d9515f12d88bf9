export type Fields = Record<string, unknown>;

/** The part of Claude Code's interface for mods that the mod uses. */
export interface Host {
  readonly plugin: { readonly root: string };
  readonly session: { id(): string | Promise<string>; cwd(): string | Promise<string> };
  readonly fs: { stat(path: string): Promise<{ readonly size: number; readonly mtimeMs: number }> };
  readonly process: {
    run(
      argv: readonly string[],
      options: { readonly stdin: string; readonly cwd: string; readonly timeoutMs: number },
    ): Promise<{ readonly exitCode: number | null; readonly stdout: string }>;
  };
}

const PATIENCE_MS = 20_000;
export const UNCHECKED = "snapveil could not check this, so it was not let through.";

/**
 * Runs the program and returns its answer, an object.
 * @throws Error if there is no valid answer
 */
export async function answerOf($: Host, words: readonly string[], cwd: string, stdin: string): Promise<Fields> {
  const root = $.plugin.root;
  const isWindows = /^[a-z]:/i.test(root);
  const program = isWindows ? ["cmd.exe", "/d", "/c", `${root}\\dist\\snapveil.cmd`] : [`${root}/dist/snapveil`];
  const { exitCode, stdout } = await $.process.run([...program, ...words], { stdin, cwd, timeoutMs: PATIENCE_MS });
  if (exitCode !== 0) throw new Error(UNCHECKED);
  const answer: unknown = stdout.trim() === "" ? {} : JSON.parse(stdout);
  if (!isFields(answer) || Array.isArray(answer)) throw new Error(UNCHECKED);
  return answer;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
