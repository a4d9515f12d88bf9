import { describe, expect, test } from "vitest";

import { foundBy } from "../../../shell/found-by.ts";

const found = (text: string) => foundBy(text.split(" "));

describe("find may come upon", () => {
  test.each([
    "",
    "-type f",
    "! -name *.js",
    "-not -path ./node_modules/*",
    "-mtime -1",
    "-newermt 2020-01-01",
    "-size +1k",
    "-perm -600",
    "-links 1",
    "-user root",
    "-regex .*",
    "-name *",
    "-path ./*",
    "-name *.log -o -mtime -1",
    "( -name *.log -o -size +1k )",
    "-name node_modules -prune -o -type f -exec rm {} +",
    "-delete -name *.log",
    "-exec rm {} ; -name *.log",
    "! -path ./.git",
  ])("all of its folder: %s", (tests) => {
    expect(found(`. ${tests}`.trim())).toEqual(["."]);
  });

  test.each([
    ["-name *.pyc", "./**/*.pyc"],
    ["-type f -mtime -1 -name *.pyc -delete", "./**/*.pyc"],
    ["-name *.snap ! -path */node_modules/*", "./**/*.snap"],
    ["-name node_modules -prune -o -name *.log -delete", "./**/*.log"],
    ["-name node_modules -prune -o -name *.log -print", "./**/*.log"],
    ["-name node_modules -prune -exec rm -rf {} +", "./**/node_modules"],
    ["-path ./dist/*", "./dist"],
    ["-path */dist/*", "./**/dist"],
    ["-regex .*\\.\\(pyc\\|o\\)", "./**/*.pyc ./**/*.PYC ./**/*.o ./**/*.O"],
    ["-iname *.SQLITE", "./**/*.SQLITE ./**/*.sqlite"],
    ["( -name a -o -name b ) -delete", "./**/a ./**/b"],
    ["-maxdepth 1 -name a", "./a"],
    ["-maxdepth 1 -type f -mtime -1", "./*? ./.*?"],
    ["-type d -empty", "./**/{}"],
    ["-xtype l", "./**/{}"],
  ])("some names: %s", (tests, names) => {
    expect(found(`. ${tests}`)).toEqual(names.split(" "));
  });

  test("all but the repository's own files, if they are left out", () => {
    for (const tests of ["-type f ! -path ./.git/*", "-path ./.git -prune -o -type f", "-not -path */.git/* -mtime -1"])
      expect(found(`. ${tests} -exec rm {} +`), tests).toEqual(["./**/*?"]);
    expect(found(". -mindepth 1 -maxdepth 1 ! -name .git -exec rm -rf {} +")).toEqual(["./*?", "./.*?"]);
  });

  test("the folders that it is given", () => {
    expect(found("-L src lib/ -mtime -1")).toEqual(["src", "lib/"]);
    expect(found("src lib/ -name a")).toEqual(["src/**/a", "lib/**/a"]);
  });
});
