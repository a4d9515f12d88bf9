import { homeOf, type Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";
import { dataDir } from "../worktree/doors/data-dir.ts";
import { findWorktree } from "../worktree/doors/worktree.ts";
import type { Where } from "../agents/formats/installer.ts";
import { runtimePlace } from "../agents/formats/runtime-place.ts";
import { bareFolder } from "./short-name.ts";
import { stableNode } from "./stable-node.ts";

/**
 * The folders and environment variables that an installation for this user needs. The project is the current folder.
 * @param execPath the path of the running Node
 * @param program the folder of the running program
 * @throws UserError if there is no home folder
 */
export function whereOf(io: Io, execPath: string, program: string): { where: Where; data: string } {
  const home = homeOf(io.env);
  const data = dataDir(io);
  if (!home || !data) throw new UserError("noHome");
  const node = stableNode(execPath, io.env["PATH"], io.platform);
  const root = findWorktree(io.cwd)?.root ?? io.cwd;
  return {
    where: {
      home,
      env: io.env,
      platform: io.platform,
      root,
      program,
      runtime: runtimePlace(data, node, io.platform, { named: bareFolder(io, data), home, arch: io.arch }),
    },
    data,
  };
}
