import { expect, test } from "vitest";

import {
  forgetSecretCopies,
  keepSecretCopies,
  mayHaveSecretCopies,
  PARTS,
  readSecretCopies,
  type SecretContent,
} from "../../../session/secret-copies.ts";
import { ioWith } from "../../support/io-with.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();

const io = () => ({ ...ioWith("", world.env), now: () => new Date() });
const keep = (...copies: (readonly [string, SecretContent | undefined])[]) =>
  keepSecretCopies(io(), "s", new Map(copies));
const holds = (path: string, session = "s") => readSecretCopies(io(), session).holds(path);

test("a session knows the copies of its own calls, until it ends", () => {
  expect(mayHaveSecretCopies(io(), "s")).toBe(false);
  keep(["/tmp/a", "secrets"]);
  keep(["/tmp/b", "environment"]);
  expect([holds("/tmp/a"), holds("/tmp/b"), holds("/tmp/c"), holds("/tmp/a", "other")]).toEqual([
    "secrets",
    "environment",
    undefined,
    undefined,
  ]);
  forgetSecretCopies(io(), "s");
  expect([mayHaveSecretCopies(io(), "s"), holds("/tmp/a")]).toEqual([false, undefined]);
});

test("a file that was overwritten with something else is no copy any more", () => {
  keep(["/tmp/a", "secrets"]);
  keep(["/tmp/a", undefined]);
  expect(holds("/tmp/a")).toBeUndefined();
  keep(["/tmp/a", "secrets"]);
  expect(holds("/tmp/a")).toBe("secrets");
});

test("parts are known by the beginning of their name", () => {
  keep([`/tmp/p_${PARTS}`, "secrets"]);
  expect([holds("/tmp/p_aa"), holds("/tmp/p_*"), holds("/tmp/p"), holds("/tmp/p_/x")]).toEqual([
    "secrets",
    "secrets",
    undefined,
    undefined,
  ]);
});

test("nothing is written for a session without a copy, and the oldest of many go", () => {
  keep(["/tmp/a", undefined]);
  expect(mayHaveSecretCopies(io(), "s")).toBe(false);
  const many = Array.from({ length: 500 }, (_, at) => [`/tmp/${at}`, "secrets"] as const);
  keep(...many.slice(0, 300));
  keep(...many.slice(300));
  expect([holds("/tmp/0"), holds("/tmp/499")]).toEqual([undefined, "secrets"]);
});
