import { gitEnvironment } from "../../kit/git-environment.ts";
import type { Io } from "../../kit/io.ts";

/** Variables that say where the user's own git reads its configuration. */
const CONFIGURATION = ["GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_GLOBAL"];

/** For the few questions to the source itself, where the user's configuration is what is asked about. */
export function sourceEnvironment({ env }: Io): Record<string, string> {
  const clean = gitEnvironment(env);
  for (const name of CONFIGURATION) if (env[name] !== undefined) clean[name] = env[name];
  return clean;
}
