import { isAbsolute, join } from "node:path";

import { homeOf, type Io } from "../../kit/io.ts";
import { dataDir } from "../../worktree/data-dir.ts";

/** A sentence about arguments that name no file to log into; `undefined` where they do, or there are none. */
export function faultInLogFile(args: readonly string[]): string | undefined {
  const [file, ...more] = args;
  if (more.length > 0) return "The log of events is one file, so log_events takes one path.";
  if (file === undefined) return undefined;
  if ((isAbsolute(file) || file.startsWith("~/")) && !/[\\/]$|\0/.test(file)) return undefined;
  return "log_events takes the path of a file: absolute, or beginning with ~/.";
}

/**
 * The file that such arguments name, else the one in the data folder; `undefined` where there is no place for it, or
 * they name none.
 */
export function logFileOf(
  args: readonly string[],
  { env, platform }: Pick<Io, "env" | "platform">,
): string | undefined {
  if (faultInLogFile(args) !== undefined) return undefined;
  const [file] = args;
  if (file === undefined) {
    const data = dataDir({ env, platform });
    return data && `${data}/log/events.jsonl`;
  }
  if (!file.startsWith("~/")) return file;
  const home = homeOf(env);
  return home && join(home, file.slice(2));
}
