import { describe, expect, test } from "vitest";

import { weigher, type LetThrough, type FindingContext } from "../../../builtins/weigh-findings.ts";
import { whereItOpens } from "../../../builtins/weighing/where-it-opens.ts";
import type { Finding } from "../../../redactors/finding.ts";

/** No word of any list, and not made by a generator. */
const WORD = ["Winter", "Garden", "41"].join("-");
const GENERATED = ["q7Rk2", "vXz9LmTw4", "bNd8"].join("");
const BCRYPT = `$2b$10$${"Qe7".repeat(17)}xy`;

/** Weighs what stands between « and ». */
function weigh(marked: string, finding: Partial<Finding> = {}, around: Partial<FindingContext> = {}): string {
  const passed: LetThrough[] = [];
  const text = marked.replace(/[«»]/g, "");
  const start = marked.indexOf("«");
  const whole: Finding = {
    rule: "named-password",
    kind: "password",
    confidence: "medium",
    span: [start, marked.indexOf("»") - 1],
    ...finding,
  };
  const kept = weigher(
    () => ({ least: "low", ...around }),
    whereItOpens,
    (one) => passed.push(one),
  )([whole], text, () => []);
  return kept.length === 1 ? "counts" : passed[0]!.reason;
}

describe("a word behind a name", () => {
  test.each<[string, string, Partial<FindingContext>, string]>([
    ["counts", `password: «${WORD}»`, {}, "counts"],
    ["does not in a test", `password: «${WORD}»`, { isTrial: true }, "trial"],
    ["does not as it is read from a file", `password: «${WORD}»`, { isFile: true }, "file"],
    ["that a generator made does, read from a file", `password: «${GENERATED}»`, { isFile: true }, "counts"],
    ["that a generator made does not, in a test", `password: «${GENERATED}»`, { isTrial: true }, "trial"],
    ["does not where it was made just now", `password: «${GENERATED}»`, { isNew: true }, "new"],
    ["does not where less is asked for", `password: «${WORD}»`, { least: "high" }, "unsure"],
    ["does at this machine, which each machine is to itself", `host: localhost\npassword: «${WORD}»`, {}, "counts"],
    ["does in a request to this machine", `password: «${WORD}»`, { isLocal: true }, "counts"],
    ["that everybody tries does not at this machine", "host: localhost\npassword: «test-secret-12»", {}, "local"],
    [
      "that everybody tries does in a text of another machine",
      "host: localhost\npassword: «admin-secret-12»",
      { isFar: true },
      "counts",
    ],
    ["does at a host of the network", `host: db.shop.com\npassword: «${WORD}»`, {}, "counts"],
    ["of a service's own does not", "password: «postgres»", {}, "common"],
    ["that is a word for a password does not", "password: «password»", {}, "common"],
    ["that everybody tries does, at a host of the network", "host: db.shop.com\npassword: «Password123»", {}, "counts"],
    ["that only means a password does not", "password: «Password123»", {}, "common"],
    ["however it is written", "password: «password123»", {}, "common"],
    ["that everybody tries is less sure", "password: «api-server-2024»", { least: "medium" }, "unsure"],
    ["with a hash behind it does, as the rule does not say that it is one", `password: «${BCRYPT}»`, {}, "counts"],
  ])("%s", (_what, text, around, reason) => expect(weigh(text, {}, around)).toBe(reason));
});

const ASKED_HERE = "curl -H 'Authorization: Bearer «X»' http://127.0.0.1:8000/me";
const ASKED_FAR = "curl -H 'Authorization: Bearer «X»' https://api.shop.com/me";

describe("a value of a known shape", () => {
  const token = { rule: "x-token", kind: "x-token", confidence: "high" } as const;
  const key = { rule: "private-key", kind: "private-key", confidence: "high" } as const;
  test.each<[string, string, Partial<Finding>, Partial<FindingContext>, string]>([
    ["counts in a test", `t = «${GENERATED}»`, token, { isTrial: true, isFile: true }, "counts"],
    ["counts at this machine", `curl -H 'X: «${GENERATED}»' http://localhost:3000`, token, {}, "counts"],
    ["counts whatever is asked for", `t = «${GENERATED}»`, token, { least: "high" }, "counts"],
    [
      "is as sure as a word, made up of a row",
      "t = «tok_abcdefghijklmnopqrstuvwxyz0123456789»",
      token,
      { isTrial: true },
      "trial",
    ],
    ["is never a key that manuals print", "k = «AKIAIOSFODNN7EXAMPLE»", token, {}, "published"],
    [
      "counts as a private key, whatever stands around it",
      "«-----BEGIN X-----\nabc»",
      key,
      { isLocal: true },
      "counts",
    ],
  ])("%s", (_what, text, finding, around, reason) => expect(weigh(text, finding, around)).toBe(reason));

  test.each([
    ["in a call that asks this machine", ASKED_HERE, { isCall: true }, "local"],
    ["in a call that asks another one", ASKED_FAR, { isCall: true }, "counts"],
    ["in the answer of this machine", '{"token": "«X»"}', { isLocal: true }, "local"],
    ["in a text that names this machine", ASKED_HERE, {}, "counts"],
  ])("as the token of a session %s", (_what, text, around, reason) =>
    expect(weigh(text.replace("X", GENERATED), { rule: "jwt", kind: "jwt", confidence: "high" }, around)).toBe(reason),
  );

  test("as a slow hash never counts, except in a list of users", () => {
    const hash = { rule: "bcrypt", kind: "password-hash", confidence: "high" } as const;
    expect(weigh(`h = «${BCRYPT}»`, hash)).toBe("hash");
    expect(weigh(`root:«${BCRYPT}»:19000:0:`, hash)).toBe("counts");
  });
});

describe("a password in an address", () => {
  const address = { rule: "connection-password", kind: "password", confidence: "high" } as const;
  test.each([
    ["of this machine", `postgres://u:«${GENERATED}»@localhost/d`, "counts"],
    ["of this machine, that everybody tries", "postgres://u:«admin-secret-12»@localhost/d", "local"],
    ["of a container", `postgres://u:«${GENERATED}»@db/d`, "counts"],
    ["of a container, as the service is delivered", "postgres://u:«postgres»@db/d", "common"],
    ["of the network", `postgres://u:«${WORD}»@db.shop.com/d`, "counts"],
    ["of the network, though everybody tries it", "postgres://u:«Password123»@db.shop.com/d", "counts"],
  ])("%s", (_what, text, reason) => expect(weigh(text, address, { least: "medium" })).toBe(reason));

  test("that secretlint takes for one secret is the password in it", () => {
    const whole = { rule: "secretlint-url", kind: "connection-string", confidence: "high" } as const;
    expect(weigh("«postgres://u:admin-secret-12@localhost»/d", whole)).toBe("local");
    expect(weigh(`«postgres://u:${GENERATED}@localhost»/d`, whole)).toBe("counts");
  });
});

test("what stands somewhere again goes the way of the first one", () => {
  const text = `a test says ${WORD}, and ${WORD}`;
  const at = (from: number) => text.indexOf(WORD, from);
  const first: Finding = { rule: "named", kind: "password", confidence: "medium", span: [at(0), at(0) + WORD.length] };
  const again: Finding = { ...first, rule: "again-named", confidence: "high", span: [at(20), at(20) + WORD.length] };
  expect(weigher(() => ({ least: "low", isTrial: true }), whereItOpens)([again, first], text, () => [])).toEqual([]);
  expect(weigher(() => ({ least: "low" }), whereItOpens)([again, first], text, () => [])).toEqual([again, first]);
});
