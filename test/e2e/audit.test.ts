import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { Ajv } from "ajv";
import { beforeEach, describe, expect, test } from "vitest";

import { configPath } from "../../agents/formats/installer.ts";
import { loadInstallers } from "../../agents/registry.ts";
import { GITHUB, NPM, SLACK } from "../support/made-up.ts";
import { runBash, runSnapveil, type Run } from "../support/run.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

/** Found by secretlint only, and only where its settings ask for it. */
const ACCOUNT = ["1234", "5678", "9012"].join("-");

const world = worldOfEachTest();
/** Standard input is read, and threads are started, by the program alone. */
const auditRaw = (args: string[], input?: string | Buffer) =>
  input === undefined ? world.snapveil(["audit", ...args]) : runSnapveil(["audit", ...args], { ...world, input });
const start = () => world.sh("git init -q .");

/** Settings of git in its environment. */
function settingsIn(...settings: readonly [key: string, value: string][]): Record<string, string> {
  const variables = settings.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { ...Object.fromEntries(variables), GIT_CONFIG_COUNT: String(settings.length) };
}

interface Found {
  readonly source: string;
  readonly name: string;
  readonly line: number;
  readonly column: number;
  readonly end_line?: number;
  readonly kind: string;
  readonly certainty: string;
  readonly rules: string[];
  readonly hmac: string;
  readonly excerpt: string;
  readonly commit?: string;
  readonly author?: string;
  readonly date?: string;
  readonly agent?: string;
}
interface Report {
  readonly findings: Found[];
  readonly scanned: { sources: number; bytes: number };
  readonly remembered: number;
  readonly binaries: number;
  readonly known: number;
  readonly allowed: number;
  readonly unread: { name: string; why: string }[];
  readonly warnings: string[];
}
const reportOf = (run: Run): Report => {
  expect([0, 1], run.stderr).toContain(run.exitCode);
  const report = JSON.parse(run.stdout) as Report;
  expect(run.exitCode).toBe(report.findings.length === 0 ? 0 : 1);
  return report;
};
const audit = async (args: string[] = [], input?: string | Buffer) =>
  reportOf(await auditRaw([...args, "--format", "json"], input));
const namesIn = (report: Report) => report.findings.map(({ name }) => name);

describe("snapveil audit, files", () => {
  test("says where a secret is and never what it is", async () => {
    world.write("src/app.js", `one\nconst token = "${GITHUB}";\n`);
    world.write("clean.txt", "nothing here\n");
    for (const format of ["pretty", "json", "sarif", "github", "markdown"]) {
      const { stdout, stderr, exitCode } = await auditRaw(["--format", format]);
      expect({ stderr, exitCode }, format).toEqual({ stderr: "", exitCode: 1 });
      expect(stdout, format).toContain("src/app.js");
      expect(stdout, format).not.toContain(GITHUB.slice(4, 20));
    }
    const [finding] = (await audit()).findings;
    expect(finding).toMatchObject({
      source: "file",
      name: "src/app.js",
      line: 2,
      column: 16,
      end_column: 56,
      kind: "github-token",
      confidence: "high",
      excerpt: 'const token = "[REDACTED:github-token]";',
    });
    expect(finding?.rules.some((rule) => rule.startsWith("@secretlint/"))).toBe(true);
  });

  test("personal data counts where the settings ask for it, also in history that was clean before", async () => {
    world.write("who.txt", "ana@example.org\n");
    world.sh("git init -q . && git add . && git commit -qm one");
    expect((await audit(["--history"])).findings).toEqual([]);
    world.write(".snapveil.jsonc", '{ "detectors": ["pii:email"] }');
    const found = [...(await audit(["who.txt"])).findings, ...(await audit(["--history"])).findings];
    expect(found.map(({ name, kind, rules }) => ({ name, kind, rules }))).toEqual(
      Array.from({ length: 2 }, () => ({ name: "who.txt", kind: "email", rules: ["pii-email"] })),
    );
  });

  test("tells a secret that stands in several parts once, and allows it as one", async () => {
    const parts = [GITHUB.slice(0, 9), GITHUB.slice(9, 20), GITHUB.slice(20, 31), GITHUB.slice(31)];
    world.write("app.js", `const t =\n  ${parts.map((part) => `"${part}"`).join(" +\n  ")};\nconst u = "${NPM}";\n`);
    const { findings } = await audit(["app.js"]);
    expect(findings.map(({ kind, line, end_line: end }) => [kind, line, end])).toEqual([
      ["github-token", 2, 5],
      ["npm-token", 6, 6],
    ]);
    world.write("whole.txt", GITHUB);
    expect((await audit(["whole.txt"])).findings[0]?.hmac).toBe(findings[0]?.hmac);
    world.write(".snapveilignore", `hmac:${findings[0]?.hmac}\n`);
    expect((await audit(["app.js"])).findings.map(({ kind }) => kind)).toEqual(["npm-token"]);
  });

  test("exits with 0 where there is nothing", async () => {
    world.write("clean.txt", "nothing here\n");
    expect(await auditRaw([])).toMatchObject({
      exitCode: 0,
      stderr: "",
      stdout: expect.stringMatching(/^No secrets found; 1 text searched/),
    });
  });

  test.each([
    [
      "what git ignores",
      async () => world.write(".gitignore", "ignored/\n*.log\n!kept.log\n"),
      ["kept.log", "sub/b.txt"],
    ],
    [
      "what a .gitignore further down ignores",
      async () => world.write("sub/.gitignore", "*.txt\n"),
      ["ignored/a.txt", "kept.log", "other.log"],
    ],
    [
      "what this clone ignores",
      async () => world.write(".git/info/exclude", "sub\n"),
      ["ignored/a.txt", "kept.log", "other.log"],
    ],
    [
      "what .snapveilignore names",
      async () => world.write(".snapveilignore", "# ours\nignored/\n/kept.log\n"),
      ["other.log", "sub/b.txt"],
    ],
    [
      "what .secretlintignore names",
      async () => world.write(".secretlintignore", "*.log\n"),
      ["ignored/a.txt", "sub/b.txt"],
    ],
  ])("leaves out %s", async (_what, arrange, left) => {
    start();
    for (const name of ["ignored/a.txt", "kept.log", "other.log", "sub/b.txt"]) world.write(name, GITHUB);
    await arrange();
    expect(namesIn(await audit())).toEqual(left);
  });

  test("searches what is tracked although it is ignored, and what is ignored but named", async () => {
    start();
    for (const name of ["out/tracked.txt", "out/not.txt"]) world.write(name, GITHUB);
    world.sh("git add . && echo out > .gitignore && git rm -q --cached out/not.txt");
    expect(namesIn(await audit())).toEqual(["out/tracked.txt"]);
    expect(namesIn(await audit(["out"]))).toEqual(["out/not.txt", "out/tracked.txt"]);
    expect(namesIn(await audit(["out/not.txt", "out/not.txt"]))).toEqual(["out/not.txt"]);
  });

  test("follows no symlink, reads no pipe and no folder of git's", async () => {
    start();
    world.write(join(world.tmp, "outside"), GITHUB);
    world.write(".git/note", GITHUB);
    symlinkSync(join(world.tmp, "outside"), join(world.cwd, "link"));
    symlinkSync(world.tmp, join(world.cwd, "folder"));
    world.sh("mkfifo pipe");
    expect(await audit()).toMatchObject({ findings: [], unread: [] });
    expect(await auditRaw(["link"])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("symbolic link") });
  });

  test("skips what is binary, and reads UTF-16", async () => {
    world.write("image.png", Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.from(GITHUB)]));
    world.write("program", Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0]), Buffer.from(GITHUB)]));
    world.write("little.txt", Buffer.from(`\ufeffone\ntoken ${GITHUB}\n`, "utf16le"));
    world.write("big.txt", Buffer.from(`\ufeffone\ntoken ${GITHUB}\n`, "utf16le").swap16());
    const report = await audit();
    expect(report).toMatchObject({
      binaries: 2,
      findings: [
        { name: "big.txt", line: 2, column: 7 },
        { name: "little.txt", line: 2, column: 7 },
      ],
    });
  });

  test("says what it could not read, and does not call it clean", async () => {
    world.write("locked/b.txt", GITHUB);
    world.sh("mkfifo pipe");
    expect(await auditRaw(["pipe"])).toMatchObject({
      exitCode: 2,
      stdout: "",
      stderr: expect.stringContaining("pipe cannot be read: not a regular file"),
    });
    chmodSync(join(world.cwd, "locked"), 0);
    const run = await auditRaw(["--format", "json"]);
    chmodSync(join(world.cwd, "locked"), 0o755);
    if (process.getuid?.() === 0)
      expect(run.exitCode).toBe(1); // nothing is closed to root
    else {
      expect(run).toMatchObject({
        exitCode: 2,
        stderr: expect.stringMatching(/^snapveil: Not read: .*locked \(EACCES\)\n$/),
      });
      expect((JSON.parse(run.stdout) as Report).unread).toEqual([{ name: join(world.cwd, "locked"), why: "EACCES" }]);
    }
  });

  test("waits for no pipe that a repository puts in the place of its settings", async () => {
    world.sh(
      "git init -q . && rm .git/info/exclude && mkfifo .gitignore .snapveilignore .secretlintignore " +
        ".secretlintrc .secretlintrc.json .git/info/exclude",
    );
    world.write("a.txt", GITHUB);
    expect(namesIn(await audit())).toEqual(["a.txt"]);
  });

  test("finds every secret in a file of many windows once, with its line and column", { tags: ["long"] }, async () => {
    const filler = `${"the quick brown fox jumps over the lazy dog, ".repeat(2)}é\n`;
    const places = [0, 1_016_000, 1_023_000, 1_040_000, 1_048_560, 1_048_576, 2_060_000, 2_090_000, 3_300_000];
    let text = "";
    const expected: object[] = [];
    for (const place of places) {
      text += filler.repeat(Math.max(0, Math.ceil((place - Buffer.byteLength(text)) / Buffer.byteLength(filler))));
      expected.push({ line: text.split("\n").length, column: 3 });
      text += `x ${GITHUB} y\n`;
    }
    world.write("large.txt", text);
    expect((await audit([], "")).findings.map(({ line, column }) => ({ line, column }))).toEqual(expected);
    world.write("large.txt", text.replaceAll("\n", " "));
    const { findings } = await audit([], "");
    expect(findings.map(({ line }) => line)).toEqual(places.map(() => 1));
    expect(findings.map(({ column }) => column)).toEqual(
      [...text.replaceAll("\n", " ").matchAll(new RegExp(GITHUB, "g"))].map(({ index }) => index + 1),
    );
  });

  test("searches a large job on threads, and reports in the order of the names", { tags: ["long"] }, async () => {
    const filler = "const value = compute(first, second); // nothing to see in this line\n".repeat(300);
    const expected: string[] = [];
    for (let at = 0; at < 600; at += 1) {
      const name = `src/${String(at).padStart(4, "0")}.js`;
      if (at % 50 === 7) expected.push(name);
      world.write(name, at % 50 === 7 ? `${filler}${NPM}\n` : filler);
    }
    const report = await audit([], "");
    expect(namesIn(report)).toEqual(expected);
    expect(report.scanned.sources).toBe(600);
  });
});

describe("snapveil audit, standard input", () => {
  test("is searched with --stdin", async () => {
    expect((await audit(["--stdin"], `a\n${NPM}\n`)).findings).toMatchObject([
      { source: "stdin", name: "<stdin>", line: 2, kind: "npm-token" },
    ]);
    expect((await audit(["--stdin"], "nothing")).findings).toEqual([]);
    expect(await audit(["--stdin"], "")).toMatchObject({ findings: [], scanned: { sources: 1, bytes: 0 } });
  });

  test("a list of thousands of passwords is told up to a limit, and says so", { tags: ["long"] }, async () => {
    const report = await audit(
      ["--stdin"],
      Array.from({ length: 10_050 }, (_, at) => `password = "hunter${at}-and-more"\n`).join(""),
    );
    expect(report.findings).toHaveLength(10_000);
    expect(report.warnings).toEqual(["More than 10000 secrets in <stdin>: the others are left out."]);
  });
});

describe("how sure a finding is", () => {
  const PUBLISHED = ["AKIA", "IOSFODNN7EXAMPLE"].join("");
  const typed = ["Kx7", "vQ2mZ9pL4w"].join("");
  const FILES = {
    "a-manual.md": `aws_access_key_id = ${PUBLISHED}\nUse ${SLACK} here.\n`,
    "b/tests/login.ts": `const password = "${typed}1";\n`,
    "c.ts": `const password = "${typed}";\n`,
    "z.ts": `const key = "${GITHUB}";\n`,
  };
  const ORDER = ["z.ts:certain", "c.ts:likely", "a-manual.md:likely", "b/tests/login.ts:doubtful"];

  test("the surest come first, in every format, and each says it", async () => {
    start();
    for (const [name, text] of Object.entries(FILES)) world.write(name, text);
    const { findings } = await audit([]);
    const told = findings.map(({ name, certainty }) => `${name}:${certainty}`);
    expect(told.filter((one) => ORDER.includes(one))).toEqual(ORDER);
    expect(told.filter((one) => one.startsWith("a-manual.md:d")).length).toBeLessThan(2);
    const printed = async (format: string) => (await auditRaw(["--format", format])).stdout;
    const inOrder = /z\.ts[^]*c\.ts[^]*a-manual\.md[^]*login\.ts/;
    for (const format of ["pretty", "markdown", "github", "sarif"]) expect(await printed(format)).toMatch(inOrder);
    expect(await printed("pretty")).toMatch(/^z\.ts:1:14 {2}github-token \(certain\)\n/);
    expect(await printed("markdown")).toContain("| github-token | certain | `z.ts:1:14` |");
    const { runs } = JSON.parse(await printed("sarif")) as { runs: { results: { level: string; rank: number }[] }[] };
    const levels = runs[0]!.results.map(({ level, rank }) => `${level} ${rank}`);
    expect(levels[0]).toBe("error 95");
    expect(levels.at(-1)).toBe("warning 15");
  });
});

describe("snapveil audit --staged", () => {
  test("searches the staged content, not the file that lies there", async () => {
    start();
    world.write("leaks.txt", GITHUB);
    world.write("cleaned.txt", "nothing yet");
    world.sh("git add .");
    world.write("leaks.txt", "taken back in the worktree only");
    world.write("cleaned.txt", NPM);
    expect((await audit(["--staged"])).findings).toMatchObject([{ source: "staged", name: "leaks.txt" }]);
    world.sh("git commit -qm one");
    expect((await audit(["--staged"])).scanned.sources).toBe(0);
    world.sh("git add . && git rm -qf --cached leaks.txt");
    mkdirSync(world.at("sub"));
    const { stdout } = await world.snapveil(["audit", "--staged", "--format", "json"], { cwd: world.at("sub") });
    expect(namesIn(JSON.parse(stdout) as Report)).toEqual([join(world.cwd, "cleaned.txt")]);
  });

  test.each(["commit -qam two", "commit -qm two -- a.txt", "commit -qm two"])(
    "stops `git %s` as a hook",
    async (command) => {
      start();
      world.write("a.txt", "one\n");
      world.sh("git add . && git commit -qm one");
      const binary = join(import.meta.dirname, "../../dist/snapveil.cjs");
      world.write(".git/hooks/pre-commit", `#!/bin/sh\nexec '${process.execPath}' '${binary}' audit --staged\n`, 0o755);
      world.write("a.txt", `${GITHUB}\n`);
      const stopped = await runBash(command === "commit -qm two" ? `git add . && git ${command}` : `git ${command}`, {
        env: world.env,
        cwd: world.cwd,
      });
      // git turns a hook's output round
      expect(stopped).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("a.txt:1:1 (staged)") });
      world.write("a.txt", "two\n");
      world.sh(`git add . && git ${command}`);
      expect(world.sh("git log --oneline | wc -l").trim()).toBe("2");
    },
  );

  test.each<[what: string, variables: (at: (path: string) => string) => Record<string, string>]>([
    ["the user's settings elsewhere", (at) => ({ GIT_CONFIG_GLOBAL: at("settings") })],
    ["no settings of the user's", () => ({ GIT_CONFIG_GLOBAL: "/dev/null" })],
    ["the machine's settings elsewhere", (at) => ({ GIT_CONFIG_SYSTEM: at("settings") })],
    ["settings in variables", () => settingsIn(["core.fsmonitor", "false"], ["safe.directory", "*"])],
    ["settings of git -c", () => ({ GIT_CONFIG_PARAMETERS: "'safe.directory=*' 'core.pager=less'" })],
    ["settings in variables that nothing can read", () => ({ GIT_CONFIG_COUNT: "many" })],
    ["programs", () => ({ GIT_EDITOR: "vi", GIT_PAGER: "less", GIT_SSH_COMMAND: "ssh", GIT_EXTERNAL_DIFF: "cat" })],
    ["an index elsewhere", (at) => ({ GIT_INDEX_FILE: at("~/index") })],
    ["an index, named from the top", () => ({ GIT_INDEX_FILE: ".git/other" })],
    ["objects elsewhere", (at) => ({ GIT_OBJECT_DIRECTORY: at("~/objects"), GIT_INDEX_FILE: at("~/index") })],
    ["a repository that lies elsewhere", (at) => ({ GIT_DIR: at("~/bare.git"), GIT_WORK_TREE: at("") })],
  ])("takes from the environment what git takes: %s", async (_, variables) => {
    start();
    const env = { ...world.env, ...variables(world.at) };
    mkdirSync(world.at("~/objects"));
    world.sh("git init -q --bare ~/bare.git");
    world.write("a.txt", `${GITHUB}\n`);
    const { GIT_CONFIG_COUNT: _count, ...adding } = env as Record<string, string>;
    expect((await runBash("git add a.txt", { cwd: world.cwd, env: adding })).exitCode).toBe(0);
    const { stdout, stderr, exitCode } = await world.snapveil(["audit", "--staged"], { env });
    expect([stdout, stderr, exitCode]).toEqual([expect.stringContaining("a.txt:1:1 (staged)"), "", 1]);
  });

  test("does not count as clean what git cannot read", async () => {
    start();
    world.write("a.txt", `${GITHUB}\n`);
    world.sh("git add a.txt && rm -r .git/objects/??");
    const { stderr, exitCode } = await world.snapveil(["audit", "--staged"]);
    expect([stderr, exitCode]).toEqual(["snapveil: Not read: a.txt (git does not find its content)\n", 2]);
  });

  test("takes any file name", async () => {
    start();
    for (const name of ["with blank", "-dash", "new\nline", "ä", "*"]) world.write(name, `${name} ${GITHUB}`);
    world.sh("git add .");
    expect(namesIn(await audit(["--staged"])).sort()).toEqual(["*", "-dash", "new\nline", "with blank", "ä"].sort());
  });
});

describe("snapveil audit --history", () => {
  const commit = (message: string) => world.sh(`git add -A . && git commit -q --allow-empty -m '${message}'`);

  beforeEach(async () => {
    start();
    world.write("config.txt", `password here\n${GITHUB}\n`);
    commit("add it");
    world.sh("git rm -q config.txt");
    world.write("readme.txt", "hello\n");
    commit(`remove it, the token was ${SLACK}`);
    world.sh("git checkout -q -b topic HEAD~1");
    world.write("other.txt", NPM);
    commit("topic");
    world.sh("git checkout -q main");
  });

  test("finds what is gone from the files, in every ref and in messages, with the commit that brought it", async () => {
    const [first, second, topic] = world.sh("git rev-parse main~1 main topic").split("\n");
    const { findings } = await audit(["--history"]);
    expect(findings.map(({ name, line, commit: by }) => [name, line, by])).toEqual([
      ["config.txt", 2, first],
      ...(findings[1]?.name === "other.txt"
        ? [
            ["other.txt", 1, topic],
            [`(message of commit ${second?.slice(0, 12)})`, 1, second],
          ]
        : [
            [`(message of commit ${second?.slice(0, 12)})`, 1, second],
            ["other.txt", 1, topic],
          ]),
    ]);
  });

  test("names who wrote the commit, and when, without a secret in the name", async () => {
    world.write("mine.txt", NPM);
    world.sh(`git add . && git commit -qm mine --author '${GITHUB} <a@example.org>' --date 2026-01-02T03:04:05+01:00`);
    const { findings } = await audit(["--history", "main~1..main"]);
    expect(findings.map(({ name, author, date }) => [name, author, date])).toEqual([
      ["mine.txt", "[REDACTED:github-token]", "2026-01-02T03:04:05+01:00"],
    ]);
    expect((await auditRaw(["--history", "main~1..main"])).stdout).toMatch(
      /^mine\.txt:1:\d+ in commit [0-9a-f]{12} of 2026-01-02 by \[REDACTED:github-token\]/,
    );
  });

  test("searches a range", async () => {
    expect(namesIn(await audit(["--history", "main..topic"]))).toEqual(["other.txt"]);
    expect(namesIn(await audit(["--history", "topic ^main~1"]))).toEqual(["other.txt"]);
    for (const bad of ["no-such-branch", "--output=x", "--all;id"])
      expect(await auditRaw([`--history=${bad}`])).toMatchObject({
        exitCode: 2,
        stdout: "",
        stderr: expect.stringMatching(/^snapveil: git rev-list failed/),
      });
  });

  test("goes on where it was, and keeps nothing but ids, for the user alone", async () => {
    const before = await audit(["--history"]);
    const folder = join(world.data, "audit");
    const file = join(folder, readdirSync(folder)[0]!);
    expect([statSync(folder).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(readFileSync(file, "utf8")).toMatch(/^snapveil clean objects [0-9a-f]{32}\n(?:[0-9a-f]{40}\n|\n)+$/);
    const again = await audit(["--history"]);
    expect(again.findings.map(({ name, line }) => [name, line])).toEqual(
      before.findings.map(({ name, line }) => [name, line]),
    );
    expect(again.remembered).toBeGreaterThan(0);
    expect(again.scanned.sources + again.remembered).toBe(before.scanned.sources);
    writeFileSync(file, readFileSync(file, "utf8").slice(0, -20)); // as a crash leaves it
    expect((await audit(["--history"])).findings).toHaveLength(before.findings.length);
    world.write(".secretlintrc.json", "{}");
    expect((await audit(["--history"])).remembered).toBe(again.remembered); // no list of rules: the defaults stay
    world.write(".secretlintrc.json", JSON.stringify({ rules: [] }));
    expect((await audit(["--history"])).remembered).toBe(0); // other rules: nothing is known to be clean
  });

  test("tells a secret that stays in a file once, and a new one when it comes", async () => {
    const lines = Array.from({ length: 800 }, (_, at) => `line ${at} of a long file with ordinary words in it`);
    lines[400] = GITHUB;
    for (let version = 0; version < 5; version += 1) {
      lines[version * 190] = `changed in version ${version}`;
      if (version === 3) lines[780] = NPM;
      world.write("long.txt", lines.join("\n"));
      commit(`version ${version}`);
    }
    const { findings } = await audit(["--history"]);
    expect(findings.filter(({ name }) => name === "long.txt").map(({ line, kind }) => [line, kind])).toEqual([
      [401, "github-token"],
      [781, "npm-token"],
    ]);
  });

  test("starts no program that the repository names", async () => {
    const trap = `touch ${join(world.tmp, "sprung")} #`;
    for (const name of [
      "core.fsmonitor",
      "core.pager",
      "diff.external",
      "diff.trap.textconv",
      "diff.trap.command",
      "filter.trap.clean",
      "filter.trap.smudge",
      "gpg.program",
      "core.sshCommand",
      "core.editor",
    ])
      world.sh(`git config ${name} '${trap}'`);
    world.sh("git config log.showSignature true; mkdir -p .git/hooks");
    for (const hook of ["pre-commit", "post-index-change", "reference-transaction"]) {
      world.write(`.git/hooks/${hook}`, `#!/bin/sh\n${trap}\n`, 0o755);
    }
    world.write(".gitattributes", "* diff=trap filter=trap\n");
    for (const args of [[], ["--staged"], ["--history"], ["--checkpoints"]]) await audit(args);
    expect(existsSync(join(world.tmp, "sprung"))).toBe(false);
  });
});

describe("snapveil audit, what agents leave behind", () => {
  test("searches each content of the checkpoints once", async () => {
    world.sh("git init -q . && git commit -q --allow-empty -m one");
    const hook = (name: string) => world.hook(["snapshot"], { hook_event_name: name });
    expect(await audit(["--checkpoints"])).toMatchObject({ findings: [], scanned: { sources: 0 } });
    await hook("turn_start");
    world.write("a.txt", GITHUB);
    world.write("copy.txt", GITHUB);
    await hook("turn_end");
    await hook("turn_start");
    world.sh("rm a.txt copy.txt");
    await hook("turn_end");
    expect((await audit(["--checkpoints"])).findings).toMatchObject([{ source: "checkpoint", name: "a.txt", line: 1 }]);
    expect((await audit()).findings).toEqual([]);
  });

  test("searches the transcripts of the agents that are here", async () => {
    world.write(
      "~/.claude/projects/-work/one.jsonl",
      `{}\n${JSON.stringify({ content: JSON.stringify({ stdout: `token: ${GITHUB}` }) })}\n`,
    );
    world.write("~/.codex/sessions/2026/11/22/rollout-1.jsonl", JSON.stringify({ output: `gitleaks:allow ${NPM}` }));
    world.write(
      "~/.cagent/session.db",
      Buffer.concat([
        Buffer.from("SQLite format 3\0"),
        Buffer.alloc(64),
        Buffer.from(`text ${SLACK} text`),
        Buffer.alloc(9),
      ]),
    );
    world.write("~/.claude/settings.json", GITHUB);
    const { findings } = await audit(["--transcripts"]);
    expect(findings.map(({ name, agent, line, kind }) => [name, agent, line, kind])).toEqual([
      ["~/.cagent/session.db", "docker-agent", 1, "slack-token"],
      ["~/.claude/projects/-work/one.jsonl", "claude-code", 2, "github-token"],
      ["~/.codex/sessions/2026/11/22/rollout-1.jsonl", "codex", 1, "npm-token"],
    ]);
  });

  test("says where it looked for transcripts where there are none", async () => {
    const { exitCode, stdout, stderr } = await world.snapveil(["audit", "--transcripts"]);
    expect(exitCode).toBe(0);
    expect(stdout + stderr).toMatch(/No agent's transcript was found\. .* looked at: .*~\/\.claude\/projects, /);
  });

  test("finds every agent's sessions at the place that its file names, or its variable", async () => {
    const agents = (await loadInstallers()).filter(({ sessions }) => sessions !== undefined);
    expect(agents.length).toBeGreaterThan(15);
    const where = { home: world.home, env: {}, root: world.home };
    for (const { agent, sessions } of agents)
      for (const path of sessions!)
        world.write(
          `${configPath(path, where).replace("*", "-1")}${/\.\w+\*?$/.test(path) ? "" : "/one.jsonl"}`,
          `${agent} ${GITHUB}`,
        );
    const found = new Set((await audit(["--transcripts"])).findings.map(({ agent }) => agent));
    expect([...found].toSorted()).toEqual(agents.map(({ agent }) => agent).toSorted());

    world.write("moved/session.db", NPM);
    const env = { DOCKER_AGENT_DATA_DIR: world.at("moved") };
    const moved = reportOf(await world.snapveil(["audit", "--transcripts", "--format", "json"], { env }));
    expect(moved.findings.map(({ kind, agent }) => [kind, agent])).toContainEqual(["npm-token", "docker-agent"]);
    const homeless = { env: { HOME: "" } };
    expect(await world.snapveil(["audit", "--transcripts"], homeless)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("There is no home folder"),
    });
  });
});

describe("snapveil audit, what is allowed", () => {
  const ways = [
    ["gitleaks:allow", `t = "${GITHUB}" # gitleaks:allow`],
    ["betterleaks:allow", `t = "${GITHUB}" // betterleaks:allow`],
    ["trufflehog:ignore", `t = "${GITHUB}" # trufflehog:ignore`],
    ["pragma: allowlist secret", `t = "${GITHUB}" # pragma: allowlist secret`],
    ["pragma: allowlist nextline secret", `# pragma: allowlist nextline secret\nt = "${GITHUB}"`],
    ["secretlint-disable-line", `t = "${GITHUB}" // secretlint-disable-line`],
    [
      "secretlint-disable-next-line",
      `// secretlint-disable-next-line @secretlint/secretlint-rule-github -- known\nt = "${GITHUB}"`,
    ],
    ["secretlint-disable", `/* secretlint-disable */\nx\nt = "${GITHUB}"\n/* secretlint-enable */`],
  ] as const;

  test("each way counts in a tracked file and nowhere else", async () => {
    start();
    for (const [at, [, text]] of ways.entries()) world.write(`${at}.txt`, `first\n${text}\nlast\n`);
    expect(await audit()).toMatchObject({ findings: ways.map((_, at) => ({ name: `${at}.txt` })), allowed: 0 });
    world.sh("git add .");
    for (const args of [[], ["--staged"]])
      expect(await audit(args)).toMatchObject({ findings: [], allowed: ways.length });
    const all = ways.map(([, text]) => text).join("\n\n");
    expect(await audit(["--stdin"], all)).toMatchObject({ findings: ways.map(() => ({})), allowed: 0 });
  });

  test("nor does a comment on another line, for another rule, or in a stretch that ended", async () => {
    start();
    world.write("line.txt", `# gitleaks:allow\nt = "${GITHUB}"`);
    world.write("rule.txt", `t = "${GITHUB}" // secretlint-disable-line @secretlint/secretlint-rule-npm`);
    world.write("stretch.txt", `/* secretlint-disable */\n/* secretlint-enable */\nt = "${GITHUB}"`);
    world.sh("git add .");
    expect(namesIn(await audit())).toEqual(["line.txt", "rule.txt", "stretch.txt"]);
  });

  test("a kind and a value in .snapveilignore count", async () => {
    world.write("a.txt", `${GITHUB}\n${NPM}\n${SLACK}\n`);
    const [github] = (await audit()).findings;
    world.write(".snapveilignore", `hmac:${github?.hmac} a note\nkind:npm-token\n`);
    expect(await audit()).toMatchObject({ findings: [{ kind: "slack-token" }], allowed: 2 });
  });

  test("the lines and files that audit tells people to write are no secrets themselves", async () => {
    world.write("a.txt", `${GITHUB}\n${NPM}\n`);
    const { findings } = await audit();
    for (const text of ["", "\n", " a note\n", "\r\n"]) {
      world.write(".snapveilignore", findings.map(({ hmac }) => `hmac:${hmac}${text || "\n"}`).join(""));
      expect(await audit(), JSON.stringify(text)).toMatchObject({ findings: [], allowed: 2 });
    }
    world.write(".snapveilignore", `hmac:${findings[0]?.hmac}`);
    expect(await audit()).toMatchObject({ findings: [{ name: "a.txt", kind: "npm-token" }], allowed: 1 });
    await audit(["--baseline", "known.json", "--update-baseline"]);
    expect(namesIn(await audit(["known.json"]))).toEqual([]);
  });

  test("a secret has the same fingerprint in every run of a user, and in SARIF wherever its line moves", async () => {
    world.write("a.txt", `key = ${GITHUB}\nkey = ${NPM}\nkey = ${NPM}\n`);
    const hashes = async () => {
      const { stdout } = await auditRaw(["--format", "sarif"]);
      const [run] = (
        JSON.parse(stdout) as { runs: { results: { partialFingerprints: { primaryLocationLineHash: string } }[] }[] }
      ).runs;
      return run!.results.map(({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash);
    };
    const [first, before] = [await audit(), await hashes()];
    expect(new Set(before).size).toBe(3);
    world.write("a.txt", `\n\nkey = ${GITHUB}\n\nkey = ${NPM}\n\nkey = ${NPM}\n`);
    expect((await audit()).findings.map(({ hmac }) => hmac)).toEqual(first.findings.map(({ hmac }) => hmac));
    expect(await hashes()).toEqual(before);
  });
});

describe("snapveil audit --baseline", () => {
  test("hides what is known, wherever it moves, and shows what is new", async () => {
    world.write("a.txt", `${GITHUB}\n`);
    expect(await auditRaw(["--baseline", "known.json"])).toMatchObject({ exitCode: 2, stdout: "" });
    expect(await auditRaw(["--update-baseline"])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--baseline FILE"),
    });
    expect(await audit(["--baseline", "known.json", "--update-baseline"])).toMatchObject({ findings: [], known: 1 });
    const text = world.read("known.json");
    expect(text).not.toContain(GITHUB.slice(4, 20));
    expect(JSON.parse(text)).toEqual({
      version: 1,
      salt: expect.stringMatching(/^[0-9a-f]{24}$/),
      secrets: [{ kind: "github-token", hmac: expect.stringMatching(/^[0-9a-f]{32}$/), seen: "a.txt" }],
    });
    world.write("a.txt", `\n\n\nmoved ${GITHUB}\n`);
    world.write("b.txt", `${GITHUB}\n`);
    expect(await audit(["--baseline", "known.json"])).toMatchObject({ findings: [], known: 2 });
    world.write("b.txt", NPM);
    expect(await audit(["--baseline", "known.json"])).toMatchObject({ findings: [{ kind: "npm-token" }], known: 1 });
    await audit(["--baseline", "known.json", "--update-baseline"]);
    expect(JSON.parse(world.read("known.json"))).toMatchObject({
      salt: (JSON.parse(text) as { salt: string }).salt,
      secrets: [{ kind: "github-token" }, { kind: "npm-token" }],
    });
  });

  test.each(["", "{", "[]", '{"version":2,"salt":"a","secrets":[]}'])(
    "refuses a file that is none: %j",
    async (text) => {
      world.write("known.json", text);
      expect(await auditRaw(["--baseline", "known.json"])).toMatchObject({
        exitCode: 2,
        stdout: "",
        stderr: expect.stringMatching(/^snapveil: The baseline .*known\.json cannot be used/),
      });
    },
  );
});

describe("snapveil audit and secretlint's settings", () => {
  const rc = (rules: object[]) => JSON.stringify({ rules });
  const AWS = "@secretlint/secretlint-rule-aws";
  const PRESET = "@secretlint/secretlint-rule-preset-recommend";

  test.each([
    [
      ".secretlintrc.json",
      rc([{ id: PRESET, rules: [{ id: AWS, options: { enableIDScanRule: true } }] }]),
      ["aws-account-id"],
    ],
    [".secretlintrc", rc([{ id: AWS, options: { enableIDScanRule: true } }]), ["aws-account-id"]],
    [
      ".secretlintrc.yaml",
      "rules:\n" +
        `  - id: "${PRESET}"\n` +
        "    rules:\n" +
        `      - id: "${AWS}"\n` +
        "        options:\n" +
        "          enableIDScanRule: true\n",
      ["aws-account-id"],
    ],
    [".secretlintrc.json", rc([{ id: PRESET, rules: [{ id: AWS, disabled: true }] }]), []],
    [
      ".secretlintrc.json",
      rc([{ id: PRESET, rules: [{ id: AWS, options: { enableIDScanRule: true, allows: [`/${ACCOUNT}/`] } }] }]),
      [],
    ],
    ["nothing", "", []],
  ])("%s %s", async (name, text, kinds) => {
    world.write(name, text);
    world.write("a.txt", `AWS_ACCOUNT_ID=${ACCOUNT}\n`);
    expect((await audit(["a.txt"])).findings.map(({ kind }) => kind)).toEqual(kinds);
  });

  test("a file that cannot be read as settings is named", async () => {
    world.write(".secretlintrc.yaml", "rules:\n  - id: @no\n");
    expect(await auditRaw([])).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(".secretlintrc.yaml") });
  });

  test("a rule that is not bundled is named", async () => {
    world.write(".secretlintrc.json", rc([{ id: PRESET }, { id: "@acme/secretlint-rule-own" }]));
    expect(await auditRaw([])).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining("@acme/secretlint-rule-own"),
    });
  });
});

describe("snapveil audit --format", () => {
  /** Names that try to break out of each format. */
  const NASTY = ["a|b`c.txt", "a%0A::error::x,y:z.txt", "line\nbreak\u001b[31m.txt", "<script>.txt"];

  test("sarif is valid against the schema of version 2.1.0", async () => {
    start();
    for (const name of NASTY)
      world.write(
        name,
        `x ${GITHUB}\n` +
          `-----BEGIN RSA ${"PRIVATE"} KEY-----\n` +
          `MIIEpAIBAAKCAQEA${"x7Gh2kLq9".repeat(12)}\n` +
          `-----END RSA ${"PRIVATE"} KEY-----\n`,
      );
    world.sh("git add . && git commit -qm one");
    const text = readFileSync(
      join(import.meta.dirname, "../../node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"),
      "utf8",
    );
    // draft 4, of which it uses nothing that draft 7 lacks
    const { $schema: _, id: __, ...schema } = JSON.parse(text) as Record<string, unknown>;
    const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);
    for (const args of [["."], ["--history"], ["--stdin"]]) {
      const { stdout, exitCode } = await auditRaw([...args, "--format", "sarif"], NPM);
      expect(exitCode).toBe(1);
      const log = JSON.parse(stdout) as {
        runs: [{ results: { locations: [{ physicalLocation: { artifactLocation: { uri: string } } }] }[] }];
      };
      validate(log);
      expect(validate.errors).toBeNull();
      for (const { locations } of log.runs[0].results)
        expect(locations[0].physicalLocation.artifactLocation.uri).toMatch(/^[!-~]+$/);
    }
  });

  test.each([
    ["pretty", 5],
    ["github", 2],
    ["markdown", 5],
  ])("%s lets no file name break out of its line", async (format, lines) => {
    for (const name of NASTY) {
      world.write(name, GITHUB);
      const { stdout, exitCode } = await auditRaw(["--format", format, name]);
      expect(exitCode).toBe(1);
      expect(stdout.split("\n").filter((line) => line !== "")).toHaveLength(lines);
      expect(stdout.replaceAll("\n", "")).toMatch(/^[ -~]*$/);
      if (format === "github")
        expect(stdout).toMatch(
          /^::error file=[^,:\n]+,line=1,endLine=1,col=1,endColumn=41,title=[^,:\n]+::[^\n]+\n::notice::[^\n]+\n$/,
        );
      if (format === "markdown")
        expect(
          stdout
            .split("\n")
            .filter((line) => line.startsWith("| github-token"))
            .map((line) => line.replaceAll("\\|", "").split("|").length),
        ).toEqual([7]);
    }
  });

  test("one of another name is refused", async () => {
    expect(await auditRaw(["--format", "xml"])).toMatchObject({ exitCode: 2, stdout: "" });
  });
});

describe("snapveil audit, where it cannot run", () => {
  test.each([
    [["no-such-file"], /no-such-file cannot be read: there is no such file/],
    [["--staged"], /not inside a git worktree/],
    [["--history"], /not inside a git worktree/],
    [["--checkpoints"], /not inside a git worktree/],
    [["--no-such-option"], /unknown option/],
  ])("%j exits with 2 and a sentence", async (args, sentence) => {
    expect(await auditRaw(args)).toMatchObject({ exitCode: 2, stdout: "", stderr: expect.stringMatching(sentence) });
  });

  test("has help with examples", async () => {
    expect(await auditRaw(["--help"])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/Exit code[\s\S]*Examples:[\s\S]*--history/),
    });
  });
});
