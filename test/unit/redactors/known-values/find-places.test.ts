import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { findPlaces, findVariables } from "../../../../redactors/known-values/find-places.ts";
import type { KnownValueSettings } from "../../../../worktree/settings.ts";
import { worldOfEachTest } from "../../../support/temporary-world.ts";

const NONE: KnownValueSettings = { files: [], variables: [], projectFiles: [] };
const VALUE = "x".repeat(8);

describe("the variables that are judged", () => {
  test.each([
    [{ DB_PASSWORD: VALUE }, ["DB_PASSWORD"]],
    [{ db_password: VALUE }, ["db_password"]],
    [{ DB_PASSWORD: VALUE.slice(1) }, []],
    [{ MY_OWN: VALUE }, []],
    [{ PATH: VALUE, SSH_AUTH_SOCK: "/run/agent" }, []],
    [{ PWD: "/home/me/token" }, []],
    [{ NPM_AUTH: "/abcdefgh/" }, ["NPM_AUTH"]],
    [{ DBUS_SESSION_BUS_ADDRESS: "unix:path=x" }, []],
    [{ DBUS_TOKEN: VALUE }, ["DBUS_TOKEN"]],
  ])("of %j are %j", (env, names) => {
    expect(findVariables({ env, platform: "linux" }, NONE)).toEqual(names);
  });

  test("are also those that the settings name", () => {
    const env = { MY_OWN: VALUE, PATH: VALUE };
    expect(findVariables({ env, platform: "linux" }, { ...NONE, variables: ["MY_OWN", "PATH"] })).toEqual(["MY_OWN"]);
  });
});

describe("the files that are searched", () => {
  const world = worldOfEachTest();

  function withDefaults([file, form, env = {}, settings = {}, platform = "linux"]: (typeof FILES)[number]) {
    return [file, form, env, settings, platform] as const;
  }

  /** As much of one as is looked for. */
  function makeRepository(): void {
    for (const name of ["objects", "refs"]) mkdirSync(join(world.cwd, ".git", name), { recursive: true });
    writeFileSync(join(world.cwd, ".git/HEAD"), "ref: refs/heads/main\n");
  }

  /** A file; the variables and settings; and the form in which it is read. `~` is the home, `.` the project. */
  const FILES: readonly (readonly [
    file: string,
    form: string | undefined,
    env?: Record<string, string>,
    settings?: Partial<KnownValueSettings>,
    platform?: string,
  ])[] = [
    ["./.env", "assignments"],
    ["./.env.production.local", "assignments"],
    ["./.envrc", "assignments"],
    ["./.npmrc", "assignments"],
    ["./.env.example", undefined],
    ["./config/master.key", "either"],
    ["./own.txt", undefined],
    ["./own.txt", "either", {}, { projectFiles: ["own.txt"] }],
    ["../own.txt", undefined, {}, { projectFiles: ["../own.txt"] }],
    ["../own.txt", "either", {}, { files: ["../own.txt"] }],
    ["~/own.txt", "either", {}, { files: ["~/own.txt"] }],
    ["~/.env", "assignments"],
    ["~/.npmrc", "assignments"],
    ["~/.npmrc", undefined, { npm_config_userconfig: "~/mine" }],
    ["~/mine", "assignments", { NPM_CONFIG_USERCONFIG: "~/mine" }],
    ["~/.netrc", "netrc"],
    ["~/_netrc", undefined],
    ["~/_netrc", "netrc", {}, {}, "win32"],
    ["~/mine", "netrc", { NETRC: "~/mine" }],
    ["~/.aws/credentials", "assignments"],
    ["~/mine", "assignments", { AWS_SHARED_CREDENTIALS_FILE: "~/mine" }],
    ["~/.aws/config", "assignments"],
    ["~/mine", "assignments", { AWS_CONFIG_FILE: "~/mine" }],
    ["~/.docker/config.json", "assignments"],
    ["~/d/config.json", "assignments", { DOCKER_CONFIG: "~/d" }],
    ["~/.kube/config", "assignments"],
    ["~/.kube/config", undefined, { KUBECONFIG: "~/mine" }],
    ["~/mine", "assignments", { KUBECONFIG: "~/other:~/mine" }],
    ["~/.pgpass", "pgpass"],
    ["~/mine", "pgpass", { PGPASSFILE: "~/mine" }],
    ["~/.pypirc", "assignments"],
    ["~/.git-credentials", "addresses"],
    ["~/.config/gh/hosts.yml", "assignments"],
    ["~/.cargo/credentials.toml", "assignments"],
  ];

  test.each(FILES.map(withDefaults))("%s is read as %s: %j %j %s", (file, form, env, settings, platform) => {
    const home = join(world.tmp, "house");
    const place = (path: string) => path.replaceAll("~", home);
    const whole = place(file).startsWith("/") ? place(file) : join(world.cwd, file);
    makeRepository();
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, "x");
    const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, place(value)]));
    const found = findPlaces({ env: { HOME: home, ...own }, platform }, world.cwd, { ...NONE, ...settings });
    expect(found.filter((one) => one.file === whole)).toEqual(
      form === undefined ? [] : [{ file: whole, form, size: 1 }],
    );
  });

  test.each([
    [256 * 1024, 1],
    [256 * 1024 + 1, 0],
  ])("a file of %i bytes is read %i times", (size, times) => {
    writeFileSync(join(world.cwd, ".env"), "x".repeat(size));
    expect(findPlaces({ env: {}, platform: "linux" }, world.cwd, NONE)).toHaveLength(times);
  });
});
