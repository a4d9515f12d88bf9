import { expect, test } from "vitest";
import type { Json } from "../../../../kit/json.ts";
import { detector, redactJson } from "../../../../redactors/with-detector.ts";
import { exactDetector } from "../../../../redactors/known-values/exact-detector.ts";
import { github, words } from "../kinds/made.ts";

const GITHUB = github(301);
const PAT = ["github", "pat", GITHUB.slice(4, 26), `${GITHUB.slice(4)}${GITHUB.slice(4, 27)}`].join("_");
const OWN = words(302);
const known = exactDetector([OWN], "known-value");
const ENV = `# Zugänge\nAPP=shop\nGITHUB_TOKEN=${GITHUB}\n`;
const base64 = (text: string | Buffer): string => Buffer.from(text).toString("base64");
const BYTES = Buffer.from(Array.from({ length: 900 }, (_, n) => (n * 7919 + (n >> 3)) % 256));

function redact(value: Json): Json {
  return redactJson(value, "typed", { thorough: true, detectors: [detector, known] }).value;
}

/** What a value says once its base64 is opened. */
function opened(value: Json): string {
  const text = JSON.stringify(value).replaceAll("\\n", "");
  const runs = text.match(/[A-Za-z0-9+/_-]{24,}={0,2}/g) ?? [];
  return `${text} ${runs.map((run) => Buffer.from(run, "base64").toString("latin1")).join(" ")}`;
}

const resource = (fields: Record<string, Json>): { [key: string]: Json } => ({
  type: "resource",
  resource: { uri: "file:///a", ...fields },
});

test.each<readonly [name: string, value: Json, ...secrets: string[]]>([
  ["text beside a binary type", resource({ mimeType: "application/octet-stream", text: PAT }), PAT],
  ["text beside a picture's type", { type: "image", mimeType: "image/png", text: PAT }, PAT],
  [
    "a value of the user's that looks like base64, beside a picture's type",
    { mimeType: "image/png", text: OWN.replaceAll("-", "") + OWN },
    OWN,
  ],
  ["a token in a field of bytes", { mimeType: "image/png", data: PAT }, PAT],
  ["a sibling of the bytes", { mimeType: "image/png", data: base64(BYTES), note: PAT }, PAT],
  ["settings as a blob", resource({ mimeType: "application/octet-stream", blob: base64(ENV) }), GITHUB],
  ["settings as a blob of no type", resource({ blob: base64(ENV) }), GITHUB],
  ["settings that are said to be a picture", { type: "image", mimeType: "image/png", data: base64(ENV) }, GITHUB],
  [
    "settings that begin as a picture does",
    { type: "image", mimeType: "image/gif", data: base64(`GIF89a=1\n${ENV}`) },
    GITHUB,
  ],
  ["settings in a data URL of a picture", { image_url: { url: `data:image/png;base64,${base64(ENV)}` } }, GITHUB],
  [
    "settings in Anthropic's source",
    { type: "document", source: { type: "base64", media_type: "application/pdf", data: base64(ENV) } },
    GITHUB,
  ],
  ["settings in Gemini's part", { inlineData: { mimeType: "image/webp", data: base64(ENV) } }, GITHUB],
  ["settings in base64url", { data: Buffer.from(`??>>${ENV}`).toString("base64url") }, GITHUB],
  ["settings in lines of 76", { blob: base64(ENV.repeat(3)).replace(/(.{76})/g, "$1\n") }, GITHUB],
  ["settings in UTF-16", { blob: base64(Buffer.from(`\ufeff${ENV}`, "utf16le")) }, GITHUB.split("").join("\0")],
  ["a file as GitHub's API has it", { encoding: "base64", content: base64(ENV) }, GITHUB],
  ["a vector picture", { url: `data:image/svg+xml;base64,${base64(`<svg><!-- ${GITHUB} --></svg>`)}` }, GITHUB],
  [
    "a program that holds a token",
    resource({
      mimeType: "application/octet-stream",
      blob: base64(Buffer.concat([Buffer.from("\x7fELF\0\0\0"), BYTES, Buffer.from(`\0${GITHUB}\0`), BYTES])),
    }),
    GITHUB,
  ],
  ["a value of the user's in a text", { blob: base64(`note that ${OWN} opens it`) }, OWN],
])("finds %s, and base64 stays base64", (_name, value, ...rest) => {
  const secrets = rest as string[];
  expect(secrets.filter((secret) => opened(value).includes(secret))).toEqual(secrets);
  const after = redact(value);
  expect(secrets.filter((secret) => opened(after).includes(secret))).toEqual([]);
  expect(redact(after)).toEqual(after);
});

test("puts the marker into the text and encodes it again", () => {
  const value = { blob: base64(ENV), size: 3 };
  expect(redact(value)).toEqual({ blob: base64(ENV.replace(GITHUB, "[REDACTED:github-token]")), size: 3 });
  const url = { url: `data:text/plain;base64,${base64(ENV)}` };
  expect(redact(url)).toEqual({
    url: `data:text/plain;base64,${base64(ENV.replace(GITHUB, "[REDACTED:github-token]"))}`,
  });
});

test("what held a secret once is not remembered as a text that holds none", () => {
  const value = [
    { role: "user", data: base64(ENV) },
    { role: "user", data: base64("nothing at all to see here") },
  ];
  const clean: string[] = [];
  redactJson(value, "plain", { thorough: true, detectors: [detector, known], onClean: (text) => clean.push(text) });
  expect(clean).toContain("user");
  expect(clean).not.toContain(value[0]!.data);
});

test.each<readonly [name: string, value: Json]>([
  [
    "a picture",
    { mimeType: "image/png", data: base64(Buffer.concat([Buffer.from("89504e470d0a1a0a0000000d", "hex"), BYTES])) },
  ],
  ["sound of no sign", { mimeType: "audio/pcm", data: base64(BYTES) }],
  ["an archive of no type", { blob: base64(Buffer.concat([Buffer.from("504b0304140000", "hex"), BYTES])) }],
  ["other bytes", { mimeType: "application/octet-stream", blob: base64(BYTES) }],
  ["a text", { mimeType: "text/plain", data: base64("Fish & chips for everybody, and nothing else") }],
  ["a place of a picture", { url: "data:image/png;base64," }],
  ["a word", { data: "thequickbrownfox" }],
])("leaves %s as it is", (_name, value) => {
  expect(redact(value)).toBe(value);
});

test("settings in UTF-16 stay that, without their secret", () => {
  const { blob } = redact({ blob: base64(Buffer.from(`\ufeff${ENV}`, "utf16le")) }) as { blob: string };
  const text = Buffer.from(blob, "base64").toString("utf16le");
  expect(text).toMatch(/^\ufeff# Zugänge\nAPP=shop\nGITHUB_TOKEN=\[REDACTED:[a-z-]+\]\n$/);
});
