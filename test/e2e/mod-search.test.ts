import { mkdirSync, utimesSync } from "node:fs";

import { beforeEach, describe, expect, test } from "vitest";

import { builtMod, rowOf } from "../support/built-mod.ts";
import { askSnapveil } from "../support/run.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";
import { vectorsOf } from "../support/vectors.ts";

const world = worldOfEachTest();
/** A password in which the detector sees nothing by itself. */
const VALUE = ["Tr0ub4dor", "3Correct"].join("&");
const OTHER = VALUE.replace("Correct", "Mistake");

let asked: string[][];
let send: ReturnType<typeof builtMod>;
let now: number;
beforeEach(() => {
  now = 0;
  // Places that were made just now are looked at anew with each row.
  utimesSync(world.cwd, 1, 1);
  asked = [];
  send = modHere();
});

function modHere(): ReturnType<typeof builtMod> {
  return builtMod(
    async (words, input) => {
      if (words[0] === "hook") asked.push((JSON.parse(input) as { messages?: string[] }).messages ?? []);
      return askSnapveil(words, { env: world.env, cwd: world.cwd, input });
    },
    world.cwd,
    { now: () => now },
  );
}

const append = async (text: string) => {
  const { message } = (await send("session.append", rowOf(text))) as { message: { content: string } };
  return message.content;
};

/** A file that is as old as if it had been there for long. */
function writeOld(path: string, content: string): void {
  world.write(path, content);
  makeOld(path);
}

function makeOld(path: string): void {
  for (const one of [path, "."]) utimesSync(world.at(one), 1, 1);
}

describe("a row in the mod", () => {
  test("is searched there, and the program is asked about the first and about those with a secret", async () => {
    for (const text of ["first", "second", "third"]) expect(await append(text)).toBe(text);
    expect(asked).toEqual([["first"]]);
    const token = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");
    expect(await append(`key ${token}`)).toBe("key [REDACTED]");
    expect(await append("fourth")).toBe("fourth");
    expect(asked).toEqual([["first"], [`key ${token}`]]);
  });

  test("loses the user's own secrets, however they are written", async () => {
    writeOld(".env", `DB_PASSWORD="${VALUE}"\n`);
    await append("first");
    const base64 = Buffer.from(`user:${VALUE}:more`).toString("base64");
    for (const spelling of [VALUE, JSON.stringify(JSON.stringify(VALUE)), encodeURIComponent(VALUE), base64]) {
      const after = await append(`it says ${spelling} there`);
      expect(after, spelling).toContain("[REDACTED]");
    }
    await append("Tr0ub4d, and 3Correct");
    expect(asked).toHaveLength(5);
  });

  test.each([
    ["a file that was not there", () => writeLate(".env")],
    ["a file in the home folder", () => writeLate("~/.env")],
    ["a folder in the home folder", () => writeLate("~/.aws/credentials")],
    ["the target of a link", () => writeLate("~/elsewhere")],
    [
      "a repository around the folder",
      () => {
        mkdirSync(world.at("../.git"));
        writeLate("../.env");
      },
    ],
  ])("loses a secret that came into %s after the session's begin", async (_what, change) => {
    world.sh("ln -s ~/elsewhere .env.local");
    utimesSync(world.cwd, 1, 1);
    expect(await append(`first ${VALUE}`)).toContain(VALUE);
    expect(await append(`second ${VALUE}`)).toContain(VALUE);
    change();
    expect(await append(`third ${VALUE}`)).toBe("third [REDACTED]");
  });

  function writeLate(path: string): void {
    world.write(path, `DB_PASSWORD="${VALUE}"\n`);
  }

  test("is searched with another value in the same place", async () => {
    writeOld(".env", `DB_PASSWORD="${VALUE}"\n`);
    await append("first");
    world.write(".env", `DB_PASSWORD="${OTHER}"\n`);
    expect(await append(`it is ${OTHER}`)).toBe("it is [REDACTED]");
  });

  test("is the program's once in two minutes, and where it is long", async () => {
    await append("first");
    now = 119_000;
    await append("second");
    now = 121_000;
    await append("third");
    await append("fourth");
    await append("long ".repeat(60_000));
    expect(asked.map(([text]) => text?.slice(0, 5))).toEqual(["first", "third", "long "]);
  });

  test("is searched again where it comes again", async () => {
    expect(await append(VALUE)).toBe(VALUE);
    writeLate(".env");
    expect(await append(VALUE)).toBe("[REDACTED]");
  });

  test.each([
    ["rules of the user's", { rules: [{ kind: "ticket", pattern: "TICKET-[0-9]+" }] }],
    ["personal data", { detectors: ["own", "pii:email"] }],
    ["a second detector", { detectors: ["own", "secretlint"] }],
  ])("is the program's alone where the settings name %s", async (_what, settings) => {
    world.configure({});
    makeOld("~/.config/snapveil/config.jsonc");
    for (const text of ["first", "second"]) await append(text);
    expect(asked).toHaveLength(1);
    world.configure(settings);
    makeOld("~/.config/snapveil/config.jsonc");
    for (const text of ["third", "TICKET-1234 of john.doe@corp.example", "fifth"]) await append(text);
    expect(asked).toHaveLength(4);
  });

  test("is the program's while snapveil is off, and the program's while it cannot tell", async () => {
    world.switchOff();
    await append("first");
    await append("second");
    expect(asked).toHaveLength(2);
    world.sh("rm ~/.config/snapveil/switch.json");
    send = builtMod(async (words, input) => {
      if (words[0] === "mod-state") return { exitCode: 1, stdout: "" };
      asked.push([]);
      return askSnapveil(words, { env: world.env, cwd: world.cwd, input });
    }, world.cwd);
    await append("first");
    await append("second");
    expect(asked).toHaveLength(4);
  });
});

test("the mod lets no row pass in which the program finds a secret", async () => {
  const texts = [
    ...vectorsOf("agent-leaks"),
    ...vectorsOf("hard-negatives"),
    ...["gitleaks", "secretlint", "outside-positives", "outside-look-alikes"]
      .flatMap(vectorsOf)
      .filter((_, at) => at % 8 === 0),
  ].map(({ text }) => text);
  expect(texts.length).toBeGreaterThan(150);
  await append("first");
  let found = 0;
  let passed = 0;
  for (const text of texts) {
    asked = [];
    const { stdout } = await askSnapveil(["hook", "--agent", "claude-mod"], {
      env: world.env,
      cwd: world.cwd,
      input: JSON.stringify({ hook_event_name: "session.append", session_id: "s", cwd: world.cwd, messages: [text] }),
    });
    if (text !== "") await append(text);
    if (stdout !== "") expect(asked, text).toEqual([[text]]);
    if (stdout !== "") found += 1;
    else if (asked.length === 0) passed += 1;
  }
  expect(found).toBeGreaterThan(80);
  expect(passed).toBeGreaterThan(20);
});
