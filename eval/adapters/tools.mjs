// How each tool is started. A tool that is not here is left out, with a sentence.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;
const isScript = (path) => /\.[cm]?js$/.test(path);
const startOf = (path) => (isScript(path) ? `${quoted(process.execPath)} ${quoted(path)}` : quoted(path));
const ask = (line) => spawnSync("/bin/sh", ["-c", line], { encoding: "utf8" });
const versionOf = (line) => /\d+\.\d+\.\d+/.exec(ask(line).stdout)?.[0] ?? "no version said";

function found(path, name) {
  if (path !== undefined) return resolve(path);
  return ask(`command -v ${name}`).stdout.trim() || undefined;
}

/** Any command hook that reads Claude Code's events. */
export function anyHook({ hook, undo, redo, name = "the hook" }) {
  return { name, version: "as given", hook, undo, redo, guards: true, isAsked: true };
}

export function snapveil(path) {
  const built = join(import.meta.dirname, "../../dist/snapveil.cjs");
  const file = path === undefined && existsSync(built) ? built : found(path, "snapveil");
  if (file === undefined) return undefined;
  const start = startOf(file);
  return {
    name: "snapveil",
    isOurs: true,
    version: versionOf(`${start} --version`),
    hook: `${start} hook --agent claude-code`,
    undo: `${start} undo 1 --yes`,
    redo: `${start} redo --yes`,
    env: { SNAPVEIL_RESIDENT: "0" },
    guards: true,
    isAsked: true,
  };
}

export function ccSafetyNet(path) {
  const file = found(path, "cc-safety-net");
  if (file === undefined) return undefined;
  const start = startOf(file);
  return {
    name: "cc-safety-net",
    version: versionOf(`${start} --version`),
    hook: `${start} hook --coding-cli`,
    guards: true,
  };
}

/** A scanner reports; what it reports is counted as if somebody kept it back. */
export function gitleaks(path) {
  const file = found(path, "gitleaks");
  if (file === undefined) return undefined;
  const start = startOf(file);
  return {
    name: "gitleaks",
    version: versionOf(`${start} version`),
    isScanner: true,
    preCommit: ({ write, sh }) => {
      write(".git/hooks/pre-commit", `#!/bin/sh\nexec ${start} protect --staged --no-banner\n`, 0o755);
      sh("chmod 755 .git/hooks/pre-commit");
    },
    scan: (place, texts) =>
      scanFolder(place, texts, (folder) => {
        const report = join(place.home, "report.json");
        spawnSync(
          "/bin/sh",
          ["-c", `${start} detect --no-git --no-banner -s ${quoted(folder)} -f json -r ${quoted(report)}`],
          place,
        );
        return ask(`cat ${quoted(report)}`).stdout;
      }),
  };
}

export function secretlint(path) {
  const file = found(path, "secretlint");
  if (file === undefined) return undefined;
  const start = startOf(file);
  const rules = JSON.stringify({ rules: [{ id: "@secretlint/secretlint-rule-preset-recommend" }] });
  const config = (place) => {
    writeFileSync(join(place.home, "secretlintrc.json"), rules);
    return `--secretlintrc ${quoted(join(place.home, "secretlintrc.json"))}`;
  };
  return {
    name: "secretlint",
    version: versionOf(`${start} --version`),
    isScanner: true,
    preCommit: (place) => {
      const line = `git diff --cached --name-only -z | xargs -0 ${start} ${config(place)}`;
      place.write(".git/hooks/pre-commit", `#!/bin/sh\n${line}\n`, 0o755);
    },
    scan: (place, texts) =>
      scanFolder(place, texts, (folder) => {
        const line = `${start} ${config(place)} --format json '**/*'`;
        return spawnSync("/bin/sh", ["-c", line], { cwd: folder, env: place.env, encoding: "utf8" }).stdout;
      }),
  };
}

/** Writes each text to a file of its own, has the folder searched, and looks which files the report names. */
function scanFolder(place, texts, search) {
  const folder = join(place.home, "texts");
  mkdirSync(folder);
  texts.forEach((text, at) => writeFileSync(join(folder, `text-${at}.txt`), text));
  const named = reported(JSON.parse(search(folder) || "[]"));
  return texts.map((_, at) => named.has(at));
}

function reported(report) {
  const withFindings = report.filter(({ messages }) => messages === undefined || messages.length > 0);
  const names = withFindings.map(({ File, filePath }) => /text-(\d+)\.txt/.exec(File ?? filePath ?? "")?.[1]);
  return new Set(names.filter((name) => name !== undefined).map(Number));
}

export function bareGit() {
  const script = quoted(join(import.meta.dirname, "bare-git.sh"));
  return {
    name: "a bare git hook",
    version: versionOf("git --version"),
    hook: `sh ${script} hook`,
    undo: `sh ${script} undo`,
    redo: `sh ${script} redo`,
    guards: true,
    preCommit: ({ write }) => write(".git/hooks/pre-commit", `#!/bin/sh\nexec sh ${script} pre-commit\n`, 0o755),
  };
}
