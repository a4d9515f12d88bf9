import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A throw-away place for one test: an empty HOME, an empty project folder, a folder for snapveil's state. */
export interface TemporaryWorld {
  readonly home: string;
  readonly cwd: string;
  readonly data: string;
  readonly tmp: string;
  /** For every process of the test: no `GIT_*` of the caller's, no configuration of the machine's. */
  readonly env: Record<string, string>;
  remove(): void;
}

export function temporaryWorld(): TemporaryWorld {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "snapveil-test-")));
  const [home, cwd, data, tmp] = ["home", "work/project", "data", "tmp"].map((name) => join(root, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const folder of [home, cwd, tmp]) mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(home, ".gitconfig"),
    "[user]\n\tname = Tester\n\temail = tester@example.test\n[init]\n\tdefaultBranch = main\n",
  );
  const env = {
    PATH: process.env["PATH"] ?? "/usr/bin:/bin",
    HOME: home,
    TMPDIR: tmp,
    LANG: "C.UTF-8",
    GIT_CONFIG_NOSYSTEM: "1",
    SNAPVEIL_DATA_DIR: data,
  };
  return { home, cwd, data, tmp, env, remove: () => rmSync(root, { recursive: true, force: true }) };
}
