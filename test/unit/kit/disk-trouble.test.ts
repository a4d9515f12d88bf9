import { expect, test } from "vitest";

import { causeInWords, diskTrouble, isDiskFull } from "../../../kit/disk-trouble.ts";
import { UserError } from "../../../kit/user-error.ts";

const failed = (code: string, path?: string) => Object.assign(new Error(code), { code, ...(path && { path }) });

test.each([
  ["ENOSPC", "The disk is full."],
  ["EDQUOT", "The disk is full."],
  ["EACCES", "/x/y cannot be read or written (permission denied)."],
  ["EROFS", "/x/y cannot be read or written (the disk is read-only)."],
  ["ENOTDIR", "/x/y cannot be read or written (one of its folders is a file)."],
])("%s is trouble of a disk", (code, sentence) => {
  const trouble = diskTrouble(failed(code, "/x/y"));
  expect(trouble?.message).toContain(sentence);
  expect(trouble?.cause).toMatchObject({ code });
});

test("nothing else is: an error of ours, a file that is not there, a code without a path", () => {
  expect([new Error("x"), failed("ENOENT", "/x"), failed("EACCES"), undefined].map(isDiskFull)).not.toContain(true);
  expect([new Error("x"), failed("ENOENT", "/x"), failed("EACCES")].map(diskTrouble)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("a cause in words, and the bare code where there are none", () => {
  expect(["EPERM", "EDQUOT", "EMLINK"].map((code) => causeInWords(failed(code)))).toEqual([
    "permission denied",
    "the disk quota is used up",
    "EMLINK",
  ]);
  expect(causeInWords(new Error("x"))).toBeUndefined();
});

test("of an error of ours the cause is told, and never its own code", () => {
  const ours = new UserError("cannotWrite", ["/x", "it is a file"], failed("ENOTDIR"));
  expect(causeInWords(ours)).toBe("one of its folders is a file");
  expect(causeInWords(new UserError("noHome"))).toBeUndefined();
});
