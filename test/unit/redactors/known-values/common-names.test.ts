import { expect, test } from "vitest";

import { knownSpellings } from "../../../../redactors/known-values/known-values-detector.ts";

const NAME = "mikeq7x9z2";
const SETTINGS = { files: [], variables: [], projectFiles: [] };

test.each([
  ["of nobody", {}, "/work/app", true],
  ["of the home folder", { HOME: `/home/${NAME}` }, "/work/app", false],
  ["of the user", { USER: NAME }, "/work/app", false],
  ["of the login", { LOGNAME: NAME }, "/work/app", false],
  ["of the user on Windows", { USERNAME: NAME }, "/work/app", false],
  ["of the machine", { HOSTNAME: NAME }, "/work/app", false],
  ["of a folder above", {}, `/work/${NAME}/app`, false],
])("a password that is the name %s", (_, env, cwd, isSecret) => {
  const world = { env: { APP_PASSWORD: NAME, ...env }, platform: "linux" } as const;
  expect(knownSpellings(world, cwd, SETTINGS, ["APP_PASSWORD"], []).includes(NAME)).toBe(isSecret);
});
