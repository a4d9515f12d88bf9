import { describe, expect, test } from "vitest";

import { readCleanObjects, rulesDigest } from "../../../audit/kept-state.ts";
import type { Json } from "../../../kit/json.ts";
import { cleanTexts } from "../../../redactors/memory/clean-texts.ts";
import { redactJson } from "../../../redactors/with-detector.ts";
import { GITHUB } from "../../support/made-up.ts";
import { silentIo } from "../../support/silent-io.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();
const io = () => silentIo(world.cwd, world.env);

const QUIET = "Run the tests, then look at the log of the day. ".repeat(6);
const TYPED = ["Kx7", "vQ2mZ9pL4w"].join("");
const LOUD = `${QUIET} ${GITHUB}`;
const ADMIN = `${QUIET}\npassword = "${TYPED}"\n`;

/** The texts of a value that are told to be clean. */
function cleanIn(value: Json, options: Parameters<typeof redactJson>[2] = {}): string[] {
  const clean: string[] = [];
  redactJson(value, "plain", { ...options, onClean: (text) => void clean.push(text) });
  return clean;
}

describe("a text is remembered as clean", () => {
  test("if nothing was found in it, and not otherwise", () => {
    expect(cleanIn([QUIET, LOUD, ADMIN])).toEqual([QUIET]);
  });

  test("not if something in it was let through for its place: at another place it may count", () => {
    expect(cleanIn([QUIET, ADMIN], { weigh: () => [] })).toEqual([QUIET]);
  });

  test("of its words alone: what its name gives away, and what its bytes hold, is looked at each time", () => {
    const encoded = Buffer.from(`${QUIET}\nGITHUB_TOKEN=${GITHUB}\n`).toString("base64");
    const value = { password: TYPED, file: { encoding: "base64", content: encoded } };
    const { value: redacted } = redactJson(value, "plain", { clean: new Set([TYPED, encoded]) });
    expect(redacted.password).toBe("[REDACTED]");
    expect(Buffer.from(redacted.file.content, "base64").toString()).not.toContain(GITHUB);
  });

  test("and is not searched again then", () => {
    expect(redactJson([LOUD], "plain", { clean: new Set([LOUD]) }).findings).toEqual([]);
  });
});

describe("the memory of a conversation", () => {
  const before = (session: string, rules: string) => cleanTexts(io(), session, rules, [QUIET], undefined)!.before;

  test("is of one session and of one set of rules, settings and known values", () => {
    cleanTexts(io(), "session-one", "rules one", [QUIET], undefined)!.remember([QUIET]);
    expect(before("session-one", "rules one")).toEqual(new Set([QUIET]));
    expect(before("session-one", "rules two")).toEqual(new Set());
    expect(before("session-two", "rules one")).toEqual(new Set());
  });
});

describe("the memory of an audit", () => {
  const NONE = { extensions: [], configured: false } as unknown as Parameters<typeof rulesDigest>[1];
  const OTHER = { rules: [{ id: "x" }] } as unknown as Parameters<typeof rulesDigest>[1];

  test("has another name for each version, each secretlint, each kind of personal data", () => {
    const digests = [
      rulesDigest("1.0.0", NONE, []),
      rulesDigest("1.0.1", NONE, []),
      rulesDigest("1.0.0", OTHER, []),
      rulesDigest("1.0.0", NONE, ["email"]),
    ];
    expect(new Set(digests).size).toBe(4);
  });

  test("counts for the rules that made it and for its repository, and not a line that a crash cut off", () => {
    const [one, two] = ["a".repeat(40), "b".repeat(40)];
    const objects = readCleanObjects(io(), "/repo", "rules one");
    objects.add(one);
    objects.save();
    objects.add(two.slice(0, 39));
    objects.save();
    expect(readCleanObjects(io(), "/repo", "rules one").has(one)).toBe(true);
    expect(readCleanObjects(io(), "/repo", "rules one").has(two.slice(0, 39))).toBe(false);
    expect(readCleanObjects(io(), "/repo", "rules two").has(one)).toBe(false);
    expect(readCleanObjects(io(), "/other", "rules one").has(one)).toBe(false);
  });
});
