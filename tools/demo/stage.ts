import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const BINARY = join(import.meta.dirname, "../dist/snapveil.cjs");

/** A temporary project, home and data folder. All files of the demo are below one temporary folder. */
export class Stage {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "snapveil-demo-")));
  readonly project = join(this.root, "shop");
  private readonly env: Record<string, string>;

  /** @param more further variables of the environment */
  constructor(more: Readonly<Record<string, string>> = {}) {
    for (const folder of ["shop", "home", "state", "tmp"]) mkdirSync(join(this.root, folder));
    this.env = {
      PATH: process.env["PATH"] ?? "/usr/bin:/bin",
      HOME: join(this.root, "home"),
      TMPDIR: join(this.root, "tmp"),
      SNAPVEIL_DATA_DIR: join(this.root, "state"),
      GIT_OPTIONAL_LOCKS: "0", // without it, a `git status` of the demo would write the index
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      ...more,
    };
  }

  /** Runs the real program as a hook for an event. Returns the reply; `{}` if it is empty. */
  hook(event: string, fields: object = {}): Record<string, unknown> {
    const payload = { session_id: "demo", cwd: this.project, hook_event_name: event, ...fields };
    const stdout = this.start(process.execPath, [BINARY, "hook"], JSON.stringify(payload));
    return stdout.trim() === "" ? {} : (JSON.parse(stdout) as Record<string, unknown>);
  }

  /** Runs a command of snapveil. */
  snapveil(...args: string[]): string {
    return this.start(process.execPath, [BINARY, ...args]);
  }

  git(...args: string[]): string {
    return this.start("git", [
      "-c",
      "user.name=Demo",
      "-c",
      "user.email=demo@example.test",
      "-c",
      "init.defaultBranch=main",
      ...args,
    ]);
  }

  write(path: string, text: string): void {
    const file = join(this.project, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Path → text, for each file of the project outside of `.git`. */
  files(): Map<string, string> {
    const paths = readdirSync(this.project, { recursive: true, encoding: "utf8" }).filter(
      (path) => path !== ".git" && !path.startsWith(".git/"),
    );
    const entries = paths
      .sort()
      .flatMap((path) =>
        statSync(join(this.project, path)).isFile()
          ? [[path, readFileSync(join(this.project, path), "utf8")] as const]
          : [],
      );
    return new Map(entries);
  }

  /** A hash of all names, contents, modes and times in `.git`. */
  fingerprintOfGit(): string {
    const hash = createHash("sha256");
    const folder = join(this.project, ".git");
    for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
      const file = join(folder, path);
      const stats = statSync(file);
      hash.update(`${path}\0${stats.mtimeMs}\0${stats.mode}\0`);
      if (stats.isFile()) hash.update(readFileSync(file));
    }
    return hash.digest("hex");
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  private start(file: string, args: readonly string[], input = ""): string {
    const { status, stdout, stderr } = spawnSync(file, args, {
      cwd: this.project,
      env: this.env,
      input,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`${[file, ...args].join(" ")} ended with ${status}: ${stderr}`);
    return stdout;
  }
}
