import { expect, test } from "vitest";

import { isDrawn } from "../../../../redactors/judge/drawn.ts";
import { NamedValue } from "../../../../redactors/judge/named-value.ts";
import { redactText } from "../../../../redactors/with-detector.ts";
import { made } from "../kinds/made.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** How programs make keys: so many characters of an alphabet, and what stands behind these. */
const KEYS: readonly (readonly [length: number, alphabet: string, end?: string])[] = [
  [40, `${LETTERS}0123456789+/`],
  [43, `${LETTERS}0123456789-_`],
  [22, `${LETTERS}0123456789+/`, "=="],
  [20, `${LETTERS}0123456789`],
  [32, `${LETTERS}0123456789`],
  [64, "0123456789abcdef"],
];
const FORMS = [
  (name: string, key: string) => `${name}=${key}\n`,
  (name: string, key: string) => `${name} = ${key}\n`,
  (name: string, key: string) => `{"${name}": "${key}"}\n`,
  (name: string, key: string) => `${name}: ${key}\n`,
  (name: string, key: string) => `${name} = "${key}"\n`,
];

// One seed: each of these draws passed for a name, for code or for words under one of the older rules, or might have.
test("a drawn key is found, whatever its characters look like by chance", () => {
  let draws = 0;
  const left: string[] = [];
  for (const name of ["AWS_SECRET_ACCESS_KEY", "api_key", "clientSecret", "DB_PASSWORD"])
    for (const [length, alphabet, end = ""] of KEYS)
      for (const form of FORMS)
        for (let draw = 0; draw < 12; draw++) {
          const key = made(alphabet, length, draws++) + end;
          if (redactText(form(name, key), "plain").text.includes(key)) left.push(form(name, key));
        }
  expect(left).toEqual([]);
});

/** Draws that hold words, begin as code does, or have no digit; cut in two, so that other scanners pass over them. */
const LOOKS_LIKE_SOMETHING = [
  ["SECRET_ACCESS_KEY", "qLmRkwTVPeXAG/P3NFHTE/kVwQx", "DoZSECRETSKEY"],
  ["API_KEY", "--KZfDSgTZLWFj6xPqPGHnM-", "h0SyLk43Vjl-yg63mHQ"],
  ["JWT_SECRET", "__KbsdSdjtd9zybRGe3xHHZow", "kPaItoKCwZt9NI_yvM"],
  ["apiToken", "+ZEWd8K+YxJ7nFA", "DTuMnjg=="],
  ["SECRET_KEY", "SCjXFRsuIGaF", "douprQNv"],
] as const;

test.each(LOOKS_LIKE_SOMETHING)("%s: a key that looks like something else by chance", (name, start, end) => {
  for (const form of FORMS) expect(redactText(form(name, start + end), "plain").text).not.toContain(start + end);
});

const ANYWHERE = { quoted: true, data: false, constant: false, bundled: () => false };
const under = (kind: string, value: string, exact = true) =>
  isDrawn(new NamedValue({ strength: "secret", kind, exact, typed: false }, value, ANYWHERE));

test("names in code, and what stands under half a name, are not drawn", () => {
  for (const name of [
    "getUserAccessTokenFromRequest2",
    "AbstractSingletonProxyFactoryBean1",
    "my-Long_settings/name-4",
  ])
    expect(under("secret", name)).toBe(false);
  expect(under("secret", "SCjXFRsuIGaFdouprQNv")).toBe(true);
  expect(under("secret", "SCjXFRsuIGaFdouprQNv", false)).toBe(false);
});

test("a UUID is drawn, except under the name of a token, which may be an id", () => {
  expect(under("api-key", "8feaadaa-0325-4c91-8927-877080177138")).toBe(true);
  expect(under("token", "8feaadaa-0325-4c91-8927-877080177138")).toBe(false);
});
