import { expect, test } from "vitest";

import { toExcerpt } from "../../../../audit/scan/excerpt.ts";
import type { Json } from "../../../../kit/json.ts";
import { redactJson } from "../../../../redactors/with-detector.ts";
import { expectInProportion } from "../../../support/in-proportion.ts";

const TOKEN = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");

const keys = (count: number, value: (at: number) => [string, Json]): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => value(at)));

type Row = [what: string, count: number, make: (count: number) => () => unknown];

const QUICK: Row[] = [
  [
    "an object of many keys that are all secret",
    125,
    (count) => {
      const value = keys(count, (at) => [`ghp_${String(at).padStart(6, "0")}Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG`, at]);
      return () => redactJson(value, "plain", { thorough: true });
    },
  ],
  [
    "findings that lie deep",
    125,
    (count) => {
      let value: Json = Array.from({ length: count }, () => TOKEN);
      for (let depth = 0; depth < 4000; depth += 1) value = [value];
      return () => redactJson(value, "plain");
    },
  ],
  [
    "the lines around many findings on one line",
    1000,
    (count) => {
      const text = "curl -u a:".repeat(count);
      const findings = Array.from({ length: count }, (_, at) => ({
        rule: "x",
        kind: "x",
        span: [at * 10 + 8, at * 10 + 9] as const,
        confidence: "low" as const,
      }));
      return () => findings.slice(0, 500).forEach((_, at) => toExcerpt(text, findings, at));
    },
  ],
];

const SLOW: Row[] = [
  [
    "an object of many keys with one token",
    750,
    (count) => {
      const value = keys(count, (at) => [`password_of_${at}`, at === 0 ? TOKEN : `word number ${at}`]);
      return () => redactJson(value, "plain", { thorough: true });
    },
  ],
  [
    "many objects with keys of their own",
    250,
    (count) => {
      const value = Array.from({ length: count }, (_, item) => keys(20, (at) => [`k${1e4 + item}-${at}`, "x"]));
      return () => redactJson(value, "plain", { thorough: true });
    },
  ],
];

const takesTimeInProportion = ([, count, make]: Row) => expectInProportion((times) => make(count * times));

test.for(QUICK)("%s takes time in proportion", takesTimeInProportion);
test.for(SLOW)("%s takes time in proportion", { tags: ["long"] }, takesTimeInProportion);

test("a deep finding has a path of bounded length", () => {
  let value: Json = TOKEN;
  for (let depth = 0; depth < 4000; depth += 1) value = [value];
  const { findings } = redactJson(value, "plain");
  expect(findings[0]!.path).toHaveLength(32);
});
