import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { detector } from "../../redactors/with-detector.ts";
import { BINARY, benchPlace, measure, medianOf } from "./harness.ts";
import { collectTexts, type SampleText } from "./secrets-texts.ts";

/**
 * CPU milliseconds to search `length` characters of one class of texts; the minimum of several runs after a warm-up.
 */
export function searchTime(texts: readonly SampleText[], kind: SampleText["class"], length: number): number {
  let text = "";
  for (const one of texts) if (one.class === kind && text.length < length) text += one.text;
  // The text is copied to a flat string, because V8 searches a concatenated string more slowly.
  text = Buffer.from(text.slice(0, length)).toString("utf8");
  let best = Number.POSITIVE_INFINITY;
  const runs = Math.max(7, Math.round(2_000_000 / length));
  for (let run = 0; run < runs + 3; run++) {
    detector.find(String(run)); // the detector remembers a part of the last text
    const before = process.cpuUsage();
    detector.find(text);
    const { user, system } = process.cpuUsage(before);
    if (run >= 3) best = Math.min(best, (user + system) / 1000);
  }
  return best * (length / text.length);
}

/**
 * CPU milliseconds that loading the built redactor adds to `node -e 0`, without bytecode; the median of paired runs.
 */
export function importTime(): number {
  const { folder, env } = benchPlace();
  const node = (name: string, code: string) => ({ name, argv: [process.execPath, "-e", code], cwd: folder, env });
  const load = `require(${JSON.stringify(join(dirname(BINARY), "redactor.cjs"))})`;
  const times = measure([node("bare", "0"), node("loaded", load)], 15, 1);
  return medianOf(times, (round) => round("loaded").cpu_ms - round("bare").cpu_ms);
}

/** The cost of an audit of a repository's whole history, compared with gitleaks in the same rounds. */
export interface AuditCost {
  readonly name: string;
  /** The size of the repository's blobs in MB. */
  readonly megabytes: number;
  readonly audit: Cost;
  readonly gitleaks: Cost;
}

/** Milliseconds for one MB. */
interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
}

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
 * Audits this project's history and a generated one. `undefined` without gitleaks, whose path is in `GITLEAKS` or which
 * is found by PATH (Debian has a package). The state of earlier audits is deleted before each run.
 */
export function auditCosts(folders: readonly string[], rounds: number): AuditCost[] | undefined {
  const gitleaks = process.env["GITLEAKS"] ?? spawnSync("which", ["gitleaks"], { encoding: "utf8" }).stdout.trim();
  if (gitleaks === "" || !existsSync(gitleaks)) return undefined;
  const places = [
    ["this project", join(import.meta.dirname, "..")],
    ["a generated repository", generatedHistory(folders)],
  ] as const;
  const { env } = benchPlace();
  return places.map(([name, cwd]) => {
    const shell = (script: string, ...words: string[]) => ["/bin/sh", "-c", script, "sh", ...words];
    const search = '"$1" detect --source . --no-banner --exit-code 0 --report-path /dev/null 2>/dev/null';
    // Exit code 1 is accepted, because an audit exits with 1 if it has findings, and some histories hold secrets.
    const audit = '"$1" "$2" audit --history --format json > /dev/null; test $? -le 1';
    const times = measure(
      [
        { name: "gitleaks", argv: shell(search, gitleaks), cwd, env },
        {
          name: "audit",
          argv: shell(audit, process.execPath, BINARY),
          cwd,
          env,
          prepare: 'rm -rf "$SNAPVEIL_DATA_DIR"',
        },
      ],
      rounds,
      1,
    );
    const megabytes = blobBytes(cwd) / 1e6;
    const costOf = (command: string): Cost => ({
      cpuMs: medianOf(times, (round) => round(command).cpu_ms) / megabytes,
      wallMs: medianOf(times, (round) => round(command).wall_ms) / megabytes,
    });
    return { name, megabytes, audit: costOf("audit"), gitleaks: costOf("gitleaks") };
  });
}

/** The total size in bytes of all blobs that refs reach, each counted once. */
function blobBytes(root: string): number {
  const script =
    "git rev-list --objects --all --no-object-names | git cat-file --batch-check='%(objecttype) %(objectsize)' | " +
    "awk '/^blob/ { sum += $2 } END { print sum }'";
  return Number(execFileSync("/bin/sh", ["-ec", script], { cwd: root, env: GIT, encoding: "utf8" }));
}

const COMMITS = 80;

/**
 * Creates a repository with the texts of installed packages in 80 commits; each also changes some files of the commit
 * before. Returns its folder.
 */
function generatedHistory(folders: readonly string[]): string {
  const root = join(tmpdir(), "snapveil-bench-history");
  if (existsSync(root)) return root; // kept from an earlier run
  const making = `${root}.${process.pid}`;
  process.stderr.write("making a history…\n");
  const texts = collectTexts(folders, "checking").filter(({ class: kind }) =>
    ["sources", "markdown", "minified"].includes(kind),
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
