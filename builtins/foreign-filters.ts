import type { Io } from "../kit/io.ts";
import { runProcess } from "../kit/run-process.ts";
import { UserError } from "../kit/user-error.ts";

/** A filter that no configuration has: git names it only where it reads settings from the environment. */
const PROBE = "snapveil-probe";

/** Milliseconds: a settings file may be a pipe. */
const PATIENCE = 2000;

/**
 * Environment variables that switch off every clean, smudge and process filter that any of git's settings defines: git
 * runs them to compare a file. git itself lists them, and reading its settings starts no program.
 * @param env what git is started with afterwards too
 * @throws where git does not list them, or is older than 2.31, reads no settings from the environment, and has some
 */
export function foreignFilters(
  io: Pick<Io, "timeLeft">,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Record<string, string> {
  const args = ["-C", cwd, "config", "--includes", "--name-only", "-z", "--get-regexp", "^filter\\."];
  const listed = runProcess("git", args, {
    env: { ...env, ...inEnvironment([[`filter.${PROBE}.clean`, ""]]) },
    timeout: PATIENCE,
    timeLeft: io.timeLeft,
  });
  // and one that is not known would be run
  if (listed.status !== 0 && listed.status !== 1) throw new Error("git did not say which filters there are");
  const text = listed.stdout.toString("utf8");
  // A name that is not UTF-8 cannot be handed to git in its environment.
  if (!Buffer.from(text).equals(listed.stdout)) throw new Error("a filter has a name that is not UTF-8");
  // `filter.clean` belongs to no filter, `filter..clean` to the one whose name is empty.
  const keys = text.split("\0").filter((key) => key.lastIndexOf(".") >= "filter.".length);
  const names = new Set(keys.map((key) => key.slice("filter.".length, key.lastIndexOf("."))));
  const isRead = names.delete(PROBE);
  if (names.size > 0 && !isRead)
    throw new UserError("badArgument", [
      "git is older than 2.31 and would run the filters that the settings name. Install a newer one.",
    ]);
  // An empty command is "no filter"; `required` would turn that into an error.
  const settings = [...names].flatMap((name) =>
    [
      ["clean", ""],
      ["smudge", ""],
      ["process", ""],
      ["required", "false"],
    ].map(([key, value]) => [`filter.${name}.${key}`, value!] as const),
  );
  return inEnvironment(settings);
}

function inEnvironment(settings: readonly (readonly [key: string, value: string])[]): Record<string, string> {
  const numbered = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { ...(Object.fromEntries(numbered) as Record<string, string>), GIT_CONFIG_COUNT: String(settings.length) };
}
