import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { measureRows, median, type Row } from "./measure.ts";
import { collectTexts } from "./secrets-texts.ts";

/**
 * What searching one repository's whole history costs, gitleaks beside it in the same rounds. Milliseconds a MB of its
 * blobs.
 */
export interface AuditCost {
  readonly name: string;
  readonly megabytes: number;
  readonly audit: Cost;
  readonly gitleaks: Cost;
}

interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
}

const PROJECT = join(import.meta.dirname, "..");
const GIT = {
  ...process.env,
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@b.test",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@b.test",
};

/**
 * This project's history and a generated one. `undefined` where there is no gitleaks: `GITLEAKS` says which, else the
 * one on the PATH (Debian has a package). What an earlier audit remembers is forgotten before each run.
 */
export function auditCosts(folders: readonly string[], rounds: number): AuditCost[] | undefined {
  const gitleaks = process.env["GITLEAKS"] ?? spawnSync("which", ["gitleaks"], { encoding: "utf8" }).stdout.trim();
  if (gitleaks === "" || !existsSync(gitleaks)) return undefined;
  const places = [
    ["this project", PROJECT],
    ["a generated repository", generatedHistory(folders)],
  ] as const;
  return places.map(([name, root]) => {
    const state = mkdtempSync(join(tmpdir(), "snapveil-bench-audit-"));
    const env = { PATH: process.env["PATH"] ?? "", HOME: state, XDG_STATE_HOME: state, XDG_CONFIG_HOME: state };
    const shell = (script: string, ...words: string[]): readonly string[] => ["/bin/sh", "-c", script, "sh", ...words];
    const rows = measureRows(
      [
        {
          name: "gitleaks",
          argv: shell('"$1" detect --source . --no-banner --exit-code 0 --report-path /dev/null 2>/dev/null', gitleaks),
          cwd: root,
          env,
        },
        // Findings make it 1; in a history there are some.
        {
          name: "audit",
          argv: shell(
            '"$1" "$2" audit --history --format json > /dev/null; test $? -le 1',
            process.execPath,
            join(PROJECT, "dist/snapveil.cjs"),
          ),
          cwd: root,
          env,
          prepare: `rm -rf "${state}"/*`,
        },
      ],
      rounds,
      1,
    );
    rmSync(state, { recursive: true, force: true });
    const megabytes = blobBytes(root) / 1e6;
    return { name, megabytes, audit: costOf(rows, "audit", megabytes), gitleaks: costOf(rows, "gitleaks", megabytes) };
  });
}

function costOf(rows: readonly Row[], name: string, megabytes: number): Cost {
  const own = rows.filter((row) => row.name === name);
  return {
    cpuMs: median(own.map((row) => row.cpu_ms)) / megabytes,
    wallMs: median(own.map((row) => row.wall_ms)) / megabytes,
  };
}

/** Of every blob behind all refs, each once. */
function blobBytes(root: string): number {
  const ids = execFileSync("git", ["rev-list", "--objects", "--all", "--no-object-names"], {
    cwd: root,
    env: GIT,
    maxBuffer: 1 << 28,
  });
  const sizes = execFileSync("git", ["cat-file", "--batch-check=%(objecttype) %(objectsize)"], {
    cwd: root,
    env: GIT,
    input: ids,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return sizes
    .split("\n")
    .filter((line) => line.startsWith("blob "))
    .reduce((sum, line) => sum + Number(line.slice(5)), 0);
}

const COMMITS = 80;

/**
 * The texts of installed packages in eighty commits, each of which also changes some files of the one before. Made
 * once.
 */
function generatedHistory(folders: readonly string[]): string {
  const root = join(tmpdir(), "snapveil-bench-history");
  if (existsSync(root)) return root;
  const making = `${root}.${process.pid}`;
  process.stderr.write("making a history…\n");
  const texts = collectTexts(folders, "checking").filter(
    ({ class: kind }) => kind === "sources" || kind === "markdown" || kind === "minified",
  );
  mkdirSync(making, { recursive: true });
  const git = (...words: string[]) => execFileSync("git", words, { cwd: making, env: GIT, stdio: "ignore" });
  git("init", "-q", "-b", "main");
  for (let commit = 0; commit < COMMITS; commit++) {
    texts.forEach(({ name, text }, at) => {
      const added = at % COMMITS === commit;
      if (!added && !(at % COMMITS === commit - 1 && at % 3 === 0)) return;
      const file = join(making, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, added ? text : text.replace("\n", `\n// changed in ${commit}\n`));
    });
    git("add", "-A");
    git("commit", "-q", "--allow-empty", "-m", `change ${commit}`);
  }
  renameSync(making, root);
  return root;
}
