import { redactName } from "../builtins/doors/masking.ts";
import type { Settings } from "../worktree/doors/settings.ts";
import type { Installer, Where } from "../agents/formats/installer.ts";
import { realPath } from "../kit/files.ts";
import type { Io } from "../kit/io.ts";
import { runProcess } from "../kit/run-process.ts";
import { printable } from "../kit/text.ts";
import { broken, ok, warning, type Check } from "./check.ts";
import type { RegisteredHooks } from "./registered-hooks.ts";

/** Milliseconds that an agent may take to check its files; it usually takes one second. */
const PATIENCE = 10_000;

/** The most characters of the agent's message that are shown. */
const MOST = 300;

interface Asked {
  readonly installer: Installer;
  readonly title: string;
  readonly where: Where;
  readonly settings: Settings;
  /** The hooks and faults that snapveil has found in the agent's files. */
  readonly found: RegisteredHooks;
}

/**
 * The checks of an agent's files, with the report of the agent itself if it has a command that checks its files. The
 * command uses no model and no network. It runs in the project's root if the project has hooks, else in the home
 * folder, where no project's files apply.
 */
export async function withOwnWord(
  io: Io,
  { installer, title, where, settings, found }: Asked,
): Promise<readonly Check[]> {
  const { ownWord } = installer;
  const { registered, checks } = found;
  // On Windows the agent is a script of npm, which only cmd can run.
  if (!ownWord || where.platform === "win32") return checks;
  const files = new Set(registered.flatMap(({ path, isPlugin }) => (isPlugin ? [] : [realPath(path)])));
  if (files.size === 0) return checks;
  const { stdout, status } = runProcess(ownWord.program, ownWord.args, {
    env: { ...(io.env as Readonly<Record<string, string>>), ...ownWord.variables },
    cwd: registered.some(({ scope }) => scope === "project") ? where.root : where.home,
    timeout: PATIENCE,
    maxOutput: 1 << 20,
  });
  const faults = status === 0 ? ownWord.faults(stdout.toString("utf8")) : undefined;
  if (!faults) return checks;
  const own = faults.filter(({ path }) => files.has(realPath(path)));
  if (own.length === 0)
    // A release that differs from the one we tested may accept the file.
    return [
      ...checks.map((check) =>
        check.name === "refused_file"
          ? warning(check.name, `${check.message} The release on PATH says it does.`)
          : check,
      ),
      ok("own_word", `${title} itself loads what these files say.`),
    ];
  const said: Check[] = [];
  for (const { path, words } of own) {
    const shown = await redactName(words.slice(0, MOST), { io, settings }, where.root);
    said.push(
      broken("own_word", `${title} loads nothing of ${printable(path)}. It says: ${shown}`, "Mend that in the file."),
    );
  }
  return [...checks, ...said];
}
