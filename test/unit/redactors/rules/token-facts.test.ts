import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { anyOf } from "../../../../kit/word-pattern.ts";
import { redactText } from "../../../../redactors/with-detector.ts";
import { sharedFile } from "../../../support/shared-folder.ts";
import { randomFrom } from "../../../support/chance.ts";

/** One token format as other scanners know it. */
interface Fact {
  readonly source: string;
  readonly vendor: string;
  readonly prefix: string;
  readonly length: number;
  readonly characters: string;
}

const RANGES: Readonly<Record<string, string>> = {
  "0-9": "0123456789",
  "a-z": "abcdefghijklmnopqrstuvwxyz",
  "A-Z": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  "a-f": "abcdef",
  "A-F": "ABCDEF",
};
/** Addresses, names of accounts, whole files and words that a person made up: no tokens. */
const NO_TOKEN = anyOf(`
  connection private-key service-account kubernetes jwt curl generic url host name netrc odbc pem privkey pwhash
  credentials weak uri ftp psexec reactapp rabbitmq shippo mongodb\\.2 webhook msteams krb5 azure\\.2
`);

function facts(): Fact[] {
  const file = sharedFile("corpus/token-facts.tsv");
  const rows =
    file === undefined
      ? []
      : readFileSync(file, "utf8")
          .trim()
          .split("\n")
          .slice(1)
          .map((line) => line.split("\t"));
  return rows.flatMap(([source = "", rule = "", , prefix = "", least = "", , charset = ""]) => {
    if (NO_TOKEN.test(rule)) return [];
    const characters = Object.keys(RANGES)
      .filter((range) => charset.includes(range))
      .map((range) => RANGES[range])
      .join("");
    // A prefix seen once may be the whole sample, cut at its first sign.
    const known = /^[A-Za-z0-9]{1,12}[-_.]?$/.test(prefix) && prefix.length < Number(least) - 8 ? prefix : "";
    return [
      {
        source,
        vendor: source === "kingfisher" ? (rule.split(".")[1] as string) : (rule.split("-")[0] as string),
        prefix: known,
        length: Number(least),
        characters: characters || (RANGES["0-9"] as string),
      },
    ];
  });
}

const STATEMENTS: readonly (readonly [name: string, write: (vendor: string, value: string) => string])[] = [
  ["an assignment", (vendor, value) => `${vendor}_token = "${value}"`],
  ["an environment line", (vendor, value) => `${vendor.toUpperCase()}_API_KEY=${value}`],
  ["YAML", (vendor, value) => `${vendor}_secret: ${value}`],
  ["JSON", (vendor, value) => `{"${vendor}Key": "${value}"}`],
  ["a query", (vendor, value) => `https://api.${vendor}.com/v1/x?apikey=${value}&a=1`],
  ["prose", (vendor, value) => `my ${vendor} api key is ${value}, keep it`],
];

test.each(STATEMENTS)("values of every vendor's length and characters go in %s", (_name, write) => {
  const all = facts();
  const random = randomFrom(all.length);
  const left = all.filter(({ vendor, prefix, length, characters }) => {
    const value =
      prefix + Array.from({ length: length - prefix.length }, () => characters[random(characters.length)]).join("");
    return redactText(write(vendor, value), "plain").text.includes(value);
  });
  expect(left.length <= all.length * 0.03 ? [] : left.map(({ source, vendor }) => `${source} ${vendor}`)).toEqual([]);
});
