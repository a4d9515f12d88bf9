import { afterEach, describe, expect, test } from "vitest";

import { startRepository, turn } from "../support/agent-history.ts";
import { GITHUB } from "../support/made-up.ts";
import { KEY, missing, snapveilOn, type PseudoTerminal } from "../support/pseudo-terminal.ts";
import { askSnapveil, runBash } from "../support/run.ts";
import { worldPutBack } from "../support/temporary-world.ts";

/** Only the lines around it tell that it is one. */
const TYPED = ["kV9x!", "mQ2zLp7"].join("");
/** A secret of many lines, of which a hunk shows one without the first. */
const PEM = ["-----BEGIN ", "PRIVATE KEY-----\n"].join("");
const INNER = Array.from(
  { length: 12 },
  (_, at) => `${"MIIEvQIBADANBgkqhkiG9w0BAQEFAASC".slice(at)}${"QkFGR1".repeat(5)}`,
);
const keyFile = (lines: readonly string[]) =>
  `${PEM}${lines.join("\n")}\n${["-----END ", "PRIVATE KEY-----"].join("")}\n`;
const SECRETS = [TYPED, GITHUB, INNER[8]!, INNER[9]!];

let id: string;
const open: PseudoTerminal[] = [];
const world = worldPutBack(async (made) => {
  await startRepository(made, { "app.txt": "one\ntwo\n", "id.pem": keyFile(INNER) });
  id = await turn(made, {
    "app.txt": `one\ntoken: ${GITHUB}\n`,
    "prod.env": `DB_HOST=db.prod.example.com\nDB_PASSWORD=${TYPED}\n`,
    "id.pem": keyFile(INNER.with(8, "A".repeat(9) + INNER[8])),
  });
});
afterEach(() => {
  for (const terminal of open.splice(0)) terminal.kill();
});

const start = (args: readonly string[]) => {
  const terminal = snapveilOn(args, { env: world.env, cwd: world.cwd, columns: 100, rows: 60 });
  open.push(terminal);
  return terminal;
};
const leaked = (text: string) => SECRETS.filter((secret) => text.includes(secret));

describe("a person's view of files", () => {
  const COMMANDS: readonly (readonly [what: string, args: () => readonly string[]])[] = [
    ["show", () => ["show", id]],
    ["diff of a step", () => ["diff", id]],
    ["diff of the present", () => ["diff"]],
    ["diff since a step", () => ["diff", id, "--since"]],
    ["export", () => ["export", id, "--patch"]],
    ["hunks of undo", () => ["undo", "-p", "--dry-run"]],
    ["hunks of undo as JSON", () => ["undo", "-p", "--dry-run", "--json"]],
    ["hunks of restore", () => ["restore", id, "-p", "--dry-run"]],
    ["blame", () => ["blame", "prod.env"]],
    ["preview of undo", () => ["undo", "--dry-run"]],
  ];

  test.each(COMMANDS)("holds no secret: %s", async (_, args) => {
    world.write("prod.env", `DB_HOST=db.prod.example.com\nDB_PASSWORD=${TYPED}\nKEY=${GITHUB}\n`);
    const env = { ...world.env, FORCE_COLOR: "1", COLUMNS: "300" };
    const { stdout, stderr } = await askSnapveil([...args()], { ...world, env });
    expect(stdout).not.toBe("");
    expect(leaked(stdout + stderr)).toEqual([]);
  });

  test("holds no secret of a file's name, of what an undo takes back", async () => {
    await turn(world, { [`notes-${GITHUB}.txt`]: "one\n" });
    const env = { ...world.env, FORCE_COLOR: "1", COLUMNS: "60" };
    for (const how of ["--dry-run", "--yes"]) {
      const { stdout } = await askSnapveil(["undo", "1", how], { ...world, env });
      expect(stdout).toContain("notes-[REDACTED");
      expect(stdout).not.toContain(GITHUB.slice(0, 12));
    }
  });

  test("names the files in which secrets are masked, and how to see them", async () => {
    const { stderr } = await askSnapveil(["show", id], { ...world, env: { ...world.env, FORCE_COLOR: "1" } });
    expect(stderr).toBe("Secrets are masked in app.txt, id.pem, prod.env; --reveal shows them.\n");
  });

  test("shows no secret where no person is, whatever is asked for", async () => {
    const ways = [
      ["show", id],
      ["diff", id],
      ["export", id, "--patch"],
      ["blame", "app.txt"],
      ["undo", "-p", "--dry-run"],
    ];
    for (const way of ways) {
      const { exitCode, stdout, stderr } = await askSnapveil([...way, "--reveal"], world);
      expect([exitCode, stdout]).toEqual([2, ""]);
      expect(stderr).toContain("is for a person at a terminal");
    }
  });
});

describe("a patch in a pipe", () => {
  test.each([
    ["export", () => ["export", id, "--patch"]],
    ["show", () => ["show", id]],
    ["diff", () => ["diff", id]],
  ])("is applied byte for byte, and standard error says that it holds secrets: %s", async (_, args) => {
    const before = world.read("prod.env");
    const { stdout, stderr } = await askSnapveil(args(), world);
    expect(stderr).toContain("this holds secrets as they are, in app.txt, id.pem, prod.env");
    expect(leaked(stderr)).toEqual([]);
    world.write("own.patch", stdout);
    const turned = await runBash("git apply -R own.patch && git status --porcelain && git apply own.patch", world);
    expect([turned.exitCode, turned.stdout]).toEqual([0, "?? own.patch\n"]);
    expect(world.read("prod.env")).toBe(before);
  });

  test("says nothing where there is none", async () => {
    const quiet = await turn(world, { "other.txt": "plain\n" });
    expect((await askSnapveil(["show", quiet], world)).stderr).toBe("");
  });
});

describe.skipIf(missing !== undefined)("a person at a terminal", () => {
  test("sees secrets with --reveal", async () => {
    const terminal = start(["show", id, "--reveal"]);
    await terminal.ends();
    expect(leaked(terminal.output)).toContain(GITHUB);
  });

  test("sees those of a picker's preview after a key, and hides them with the same", { tags: ["long"] }, async () => {
    const terminal = start(["undo"]);
    await terminal.shows("token: [REDACTED:github-token]");
    terminal.press(KEY.ctrlR);
    await terminal.shows(GITHUB);
    terminal.press(KEY.ctrlR);
    await terminal.shows("token: [REDACTED:github-token]");
    terminal.press(KEY.enter);
    await terminal.shows("-token: [REDACTED:github-token]");
    terminal.press(KEY.tab);
    await terminal.shows("hunk of app.txt");
    await terminal.shows("+token: [REDACTED:github-token]");
    terminal.press(KEY.ctrlR);
    await terminal.shows(`+token: ${GITHUB}`);
  });

  test("is asked about hunks without their secrets, and sees them after a key", async () => {
    const terminal = start(["undo", "-p"]);
    await terminal.shows("Take back this hunk [y,n,q,a,d,r,?]?");
    expect(leaked(terminal.output)).toEqual([]);
    terminal.press("r\n");
    await terminal.shows(GITHUB);
  });
});
