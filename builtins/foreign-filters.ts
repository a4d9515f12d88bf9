import { join } from "node:path";

import { gitEnvironment } from "../kit/git-environment.ts";
import type { Io } from "../kit/io.ts";
import { runProcess } from "../kit/run-process.ts";
import { UserError } from "../kit/user-error.ts";
import type { Repository } from "../worktree/find-worktree.ts";
import { gitConfigText } from "../worktree/git-config-text.ts";

/** A filter that no configuration has: git names it only where it reads settings from the environment. */
const PROBE = "snapveil-probe";

/**
 * Environment variables that switch off every clean, smudge and process filter where the repository's own configuration
 * can define one: git runs them to compare a file. Reading the configuration starts no program, and only a repository
 * whose files mention filters or includes pays for it. Not `-c`: a filter's name may hold an equals sign.
 * @throws where there are filters and git, before 2.31, reads no settings from the environment
 */
export function foreignFilters(io: Io, cwd: string, repository: Repository): Record<string, string> {
  if (!configsOf(repository.commonDir, repository.gitDir).some((text) => /filter|include/i.test(text))) return {};
  const listed = runProcess("git", ["-C", cwd, "config", "--includes", "--name-only", "-z", "--get-regexp", "^filter\\."], { env: { ...gitEnvironment(io.env), ...inEnvironment([[`filter.${PROBE}.clean`, ""]]) }, timeLeft: io.timeLeft });
  if (listed.status === -1) throw new Error("git did not say which filters there are"); // and one that is not known would be run
  const names = new Set(listed.stdout.toString("utf8").split("\0").map((key) => key.slice("filter.".length, key.lastIndexOf("."))));
  names.delete("");
  const isRead = names.delete(PROBE);
  if (names.size > 0 && !isRead) throw new UserError("badArgument", ["git is older than 2.31 and would run the filters that the settings name. Install a newer one."]);
  // An empty command is "no filter"; `required` would turn that into an error.
  const settings = [...names].flatMap((name) => [["clean", ""], ["smudge", ""], ["process", ""], ["required", "false"]].map(([key, value]) => [`filter.${name}.${key}`, value!] as const));
  return inEnvironment(settings);
}

function inEnvironment(settings: readonly (readonly [key: string, value: string])[]): Record<string, string> {
  const numbered = settings.flatMap(([key, value], index) => [[`GIT_CONFIG_KEY_${index}`, key], [`GIT_CONFIG_VALUE_${index}`, value]]);
  return { ...(Object.fromEntries(numbered) as Record<string, string>), GIT_CONFIG_COUNT: String(settings.length) };
}

function configsOf(...folders: string[]): string[] {
  return [...new Set(folders)].flatMap((folder) => ["config", "config.worktree"].map((name) => gitConfigText(join(folder, name))));
}
