import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";

import type { Json } from "../../kit/json.ts";
import { RULES } from "../../redactors/rules/rules.ts";
import { detector, redactJson } from "../../redactors/with-detector.ts";
import { exactDetector } from "../../redactors/known-values/exact-detector.ts";
import { DEFAULT_SETTINGS } from "../../worktree/default-settings.ts";
import { randomFrom, times } from "../support/chance.ts";
import { ioWith } from "../support/io-with.ts";
import { sampleOf } from "../unit/redactors/sample.ts";

// Only what was built has one, and without it nothing is remembered. Other files share this process.
vi.resetModules();
vi.doMock("../../kit/build-id.ts", () => ({ buildId: () => "1" }));
const { findSecrets } = await import("../../redactors/find-secrets.ts");
afterAll(() => {
  vi.doUnmock("../../kit/build-id.ts");
  vi.resetModules();
});

const KNOWN = ["k7Zq0vQ9", "mB7xhunter"].join("");
const SKIP = new Set(["role", "id"]);
const token = fc.tuple(fc.constantFrom(...RULES), fc.nat()).map(([[, prefixes, shape], seed]) => {
  const random = randomFrom(seed);
  const all = prefixes.split(" ");
  return (all[random(all.length)] as string).replaceAll("␣", " ") + sampleOf(shape, random);
});
const word = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "nothing here",
      "password: ",
      "hunter2hunter2",
      "--password",
      "Tr0ub4dor&3",
      KNOWN,
      "é\u200b",
      "[REDACTED]",
      "-p",
      '{"token": "',
      "12345678",
    ),
  },
  token,
);
/** Short texts are not remembered, and some that are begin or end alike. */
const LONG = "the key of the map is its name, and the token ends the line. ".repeat(3);
const text = fc.oneof(
  fc.constantFrom("hunter2hunter2", "Tr0ub4dor&3", LONG),
  word,
  fc.array(word, { maxLength: 3 }).map((words) => words.join("")),
  word.map((one) => LONG + one),
  word.map((one) => one + LONG),
);
/** `pw` and `otp` are names of secrets that no rule begins with. */
const PLAIN_KEYS = ["role", "content", "text", "name", "value", "pw", "otp", "id"];
const key = (odd: boolean) =>
  fc.oneof(
    { weight: 7, arbitrary: fc.constantFrom(...PLAIN_KEYS, ...(odd ? ["password", "key"] : [])) },
    odd ? word : fc.constant("x"),
  );
const content = (odd: boolean) =>
  fc.oneof(
    text,
    fc.array(
      fc.oneof(
        text,
        fc.dictionary(key(odd), fc.oneof(text, fc.constantFrom<Json>(7, 12_345_678, true)), {
          maxKeys: 3,
          noNullPrototype: true,
        }),
      ),
      { maxLength: 3 },
    ),
  );
const message = (odd: boolean) =>
  fc.record({ role: fc.constantFrom("user", "tool"), content: content(odd) }) as fc.Arbitrary<Json>;
const other = fc.oneof(
  fc.dictionary(key(true), content(true), { maxKeys: 3, noNullPrototype: true }) as fc.Arbitrary<Json>,
  text,
  fc.constant(null),
);
/**
 * What a turn appends, and what it changes of what was there before. A conversation of nothing but messages is looked
 * at one by one.
 */
const turn = (odd: boolean) =>
  fc.record({
    more: fc.array(odd ? fc.oneof({ weight: 4, arbitrary: message(true) }, other) : message(false), { maxLength: 5 }),
    at: fc.nat(),
    instead: fc.option(message(odd)),
  });

/** Long enough to be remembered. */
const BEGINNING: readonly Json[] = [
  ...Array.from({ length: 60 }, (_, n) => ({ role: "user", content: `turn ${n}` })),
  { role: "tool", content: "The password policy asks for a secret of 12 characters. ".repeat(200) },
];

test("what a session remembers changes no answer", async () => {
  const data = mkdtempSync(join(tmpdir(), "snapveil-conversation-"));
  const io = ioWith("", { SNAPVEIL_DATA_DIR: data, SERVICE_TOKEN: KNOWN });
  const exact = exactDetector([KNOWN], "known-value");
  let session = 0;
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean().chain((odd) => fc.array(turn(odd), { minLength: 1, maxLength: 4 })),
        async (turns) => {
          session += 1;
          let said: Json[] = [...BEGINNING];
          for (const { more, at, instead } of turns) {
            said = said.concat(more);
            if (instead !== null) said[at % said.length] = instead;
            const found = await findSecrets(said as Json, { io: { ...io }, settings: DEFAULT_SETTINGS }, undefined, {
              skip: SKIP,
              thorough: true,
              session: `s${session}`,
            });
            expect(found.value).toEqual(
              redactJson(said as Json, "plain", { skip: SKIP, thorough: true, detectors: [detector, exact] }).value,
            );
          }
        },
      ),
      { numRuns: times(30) },
    );
    expect(readdirSync(join(data, "clean")).length).toBeGreaterThan(session / 2);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});
