import { describe, expect, test } from "vitest";

import { aroundOf } from "../../../../../redactors/judge/opinion/around.ts";
import { isUnlikelyByForm } from "../../../../../redactors/judge/opinion/opinion.ts";
import { redactText } from "../../../../../redactors/with-detector.ts";

/** The surroundings of the first `value` in a text. */
function around(text: string, value: string) {
  const start = text.indexOf(value);
  return aroundOf(text, start, start + value.length);
}

describe("the surroundings of a value", () => {
  test("count where else it stands, and where as a name", () => {
    const text = "key = bundle_pwd\nopen(bundle_pwd, 1)\nx = 'bundle_pwd'\nbundle_pwd2 = 3\n";
    expect(around(text, "bundle_pwd")).toMatchObject({ repeats: 2, uses: 1 });
    expect(around("key = bundle_pwd\n", "bundle_pwd")).toMatchObject({ repeats: 0, uses: 0 });
  });

  test("count words of the same set", () => {
    const text = 'Access = "tkn:act"\nRefresh = "tkn:ref"\nState = "tkn:ste"\nName = "other"\n';
    expect(around(text, "tkn:act").alike).toBe(2);
    expect(around(text, "other").alike).toBe(0);
  });

  test("count long runs of letters and digits", () => {
    expect(around("a: 0c7d9e1f0c7d9e1f2\nb: value\nc: 5e1f0c7d9e1f0c7d9\nd: alonglongwordalone\n", "value").runs).toBe(
      2,
    );
  });

  test("tell sentences, code and other languages from settings", () => {
    expect(around("A first long sentence\nkey: value\nand one more sentence\n", "value")).toMatchObject({ prose: 1 });
    expect(around("f(x);\nkey = value\n}\n", "value")).toMatchObject({ code: 1, prose: 0 });
    expect(around("título: año\nkey: value\nmañana: niño\n", "value").foreign).toBeGreaterThan(0.05);
  });
});

describe("a value in a form of secrets", () => {
  test.each([
    ['f("Authorization",this.h4s_1="Cache-Control",this.i4s_1)', "this.h4s_1="],
    ["curl -u DOMAIN_USER:DOMAIN_USER_PASS https://x.test", "DOMAIN_USER_PASS"],
    ["kind: Secret\nstringData:\n  connectionName: to-be-specified\n", "to-be-specified"],
    ['echo "root:$(openssl rand -hex 9)" | chpasswd', "root:$(openssl rand -hex 9)"],
  ])("is left if it is a name, code or a template: %s", (text, value) => {
    const start = text.indexOf(value);
    expect(isUnlikelyByForm(text, start, start + value.length, "password")).toBe(true);
    expect(redactText(text, "plain").text).toBe(text);
  });

  test.each([
    ["curl -u admin:Quoll-73! https://x.test", "Quoll-73!"],
    ["kind: Secret\nstringData:\n  rootPw: vK9x2mQw7TzB\n", "vK9x2mQw7TzB"],
    ["echo 'root:Heron_51x' | chpasswd", "Heron_51x"],
  ])("goes if it is a secret: %s", (text, value) => {
    expect(redactText(text, "plain").text).not.toContain(value);
  });
});

test("a long word is a translation among letters of another language, and may be a password elsewhere", () => {
  const translated = '{\n  "título": "Año de construcción",\n  "secret": "Wachtwoordzin",\n  "señal": "Año"\n}\n';
  expect(redactText(translated, "plain").text).toBe(translated);
});

test("a word that everybody tries first is left if the text has a variable of that name", () => {
  const call = "const password1 = make();\nservice.save(password1, password2);\n";
  const text = `${call}expect(body).toEqual({ currentPassword: password1, newPassword: password2 });\n`;
  expect(redactText(text, "plain").text).toBe(text);
  expect(redactText("MYSQL_ROOT_PASSWORD=password1\n", "plain").text).not.toContain("password1");
});
