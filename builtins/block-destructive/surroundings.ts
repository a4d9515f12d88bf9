import { tmpdir } from "node:os";
import { dirname } from "node:path";

import { homeOf, type Io } from "../../kit/io.ts";
import { realPath } from "../../kit/paths.ts";
import { findRepository } from "../../worktree/find-worktree.ts";
import type { Surroundings } from "./places.ts";

const TEMPORARY = ["/tmp", "/var/tmp", "/private/tmp", "/private/var/tmp", "/var/folders", "/private/var/folders"];

/** What paths of an event are held against. */
export function surroundingsOf(cwd: string | undefined, { env }: Pick<Io, "env">): Surroundings {
  const home = homeOf(env);
  const real = home === undefined || home === "" ? undefined : realPath(home);
  const here = cwd === undefined ? undefined : realPath(cwd);
  // A variable that names a whole disk or the home makes nothing temporary.
  const named = [env["TMPDIR"], tmpdir()].flatMap((folder) => (folder ? [realPath(folder)] : []));
  return {
    cwd: here,
    home: real,
    temporary: [
      ...TEMPORARY,
      ...named.filter((folder) => dirname(folder) !== folder && folder !== real && !real?.startsWith(`${folder}/`)),
    ],
    repository: here === undefined ? undefined : findRepository(here),
  };
}
