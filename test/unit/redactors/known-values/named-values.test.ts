import { describe, expect, test } from "vitest";

import { NAMED_VALUES } from "../../../../redactors/known-values/named-values.ts";

type Form = keyof typeof NAMED_VALUES;
const valuesIn = (form: Form, text: string) => NAMED_VALUES[form](text).map(({ value }) => value);

describe("the values of a file", () => {
  test.each<[form: Form, text: string, values: readonly string[]]>([
    ["assignments", "A=one\nexport B='two' \nC = three # why\n# D=four\n", ["one", "two", "three"]],
    ["assignments", 'A="one # two" # three\nB="a\\"b\\\\c"\n', ["one # two", 'a"b\\c']],
    ["assignments", "a: one\n- b: two\nc:three\n", ["one", "two"]],
    ["assignments", "//registry.example.com/:_authToken=one\n", ["one"]],
    ["assignments", '{"a": {"b": ["one", 2]}, "c": "two"}', ["two", "one"]],
    ["netrc", "machine a login me password one\nmachine b\n  login me\n  password two\n", ["one", "two"]],
    ["netrc", 'machine a password "one two"', ["one two"]],
    ["pgpass", "h:5432:*:me:one\n#h:5432:*:me:two\nh:5432:*:me:th\\:ree\\\\\nh:me:four\n", ["one", "th:ree\\"]],
    ["addresses", "https://me:one@a.example\n", ["https://me:one@a.example", ""]],
    ["either", "one-secret-alone\n", ["one-secret-alone"]],
    ["either", "A=one\nB=two\n", ["one", "two"]],
    ["either", "one\ntwo\n", []],
  ])("%s in %j", (form, text, values) => {
    expect(valuesIn(form, text)).toEqual(values);
  });
});
