import { realpathSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** Folders on PATH that exist only as long as the shell or process that created them. */
const PASSING = /[\\/](?:fnm_multishells|node_modules|_npx)(?:[\\/]|$)/i;

/**
 * A path of the running Node that stays valid after an update: the first `node` on PATH that is the same file, such as
 * /opt/homebrew/bin/node for /opt/homebrew/Cellar/node/24.1.0/bin/node. Without one, the running program's path.
 */
export function stableNode(execPath: string, path: string | undefined, platform: string): string {
  const own = realPath(execPath);
  const names = platform === "win32" ? ["node.exe"] : ["node"];
  const folders = (path ?? "").split(delimiter).filter((folder) => isAbsolute(folder) && !PASSING.test(folder));
  const found = folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((candidate) => realPath(candidate) === own);
  return found ?? execPath;
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
