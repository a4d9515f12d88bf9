import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { makeHistory } from "./make-history.ts";

/** A project with an invented history in a temporary folder, and the environment for commands in it. */
export interface DemoProject {
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

/** Creates the project. @param turns at least 12; each makes two to four checkpoints */
export async function demoProject(turns: number): Promise<DemoProject> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "snapveil-shop-")));
  const [project, home] = [join(root, "shop"), join(root, "home")];
  mkdirSync(home);
  const env = {
    PATH: process.env["PATH"] ?? "/usr/bin:/bin",
    HOME: home,
    SNAPVEIL_DATA_DIR: join(root, "state"),
    GIT_CONFIG_NOSYSTEM: "1",
  };
  await makeHistory({ project, env, turns, end: new Date() });
  return { project, env, remove: () => rmSync(root, { recursive: true, force: true }) };
}
