import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { AGENTS, called, hook, printed } from "../support/legs.ts";
import { vectorsOf } from "../support/vectors.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest("mkdir .git");

/** Made up here, so that no scanner takes the repository for a leak; no rule of ours knows its shape. */
const VALUE = ["correct", "h0rse", "vT4o#", 'q"z'].join("");
const PLAIN = ["Lk0Vx7", "tn4bd9", "ws1qq8"].join("");

const login = (value: string) => Buffer.from(`me:${value}`).toString("base64");

describe.each(AGENTS)("%s: a secret that the user has is known", (agent) => {
  test("from the environment, the project's .env and the user's files", async () => {
    world.write(".env", `# mine\nexport APP_SECRET='${VALUE}'\n`);
    world.write("~/.netrc", `machine h login me\npassword ${PLAIN}x\n`);
    const { output, stderr } = await printed(
      agent,
      `connected using ${VALUE} and ${PLAIN} and ${PLAIN}x in 3ms`,
      world,
      { MY_API_TOKEN: PLAIN },
    );
    expect(output).toBe("connected using [REDACTED] and [REDACTED] and [REDACTED] in 3ms");
    expect(stderr).toBe("");
  });

  test("and goes from a tool's arguments", async () => {
    const { input, verdict, stdout } = await called(agent, { command: `echo ${PLAIN}` }, world, undefined, {
      MY_API_TOKEN: PLAIN,
    });
    if (agent === "codex") expect(verdict).toBe("deny");
    else expect(input).toEqual({ command: "echo [REDACTED]" });
    expect(stdout).not.toContain(PLAIN);
  });

  test("and where it is not written down nothing is said", async () => {
    expect(await printed(agent, `connected using ${VALUE} in 3ms`, world)).toMatchObject({
      stdout: "",
      stderr: "",
      exitCode: 0,
    });
  });
});

describe("where secrets are looked for", () => {
  const places: [name: string, file: string, text: string, inHome?: boolean][] = [
    ["a .env file in a folder above", "../.env", `DB_PASSWORD="${PLAIN}"`],
    [".env.local", ".env.local", `API_KEY=${PLAIN} # comment`],
    [".env.production with CRLF", ".env.production", `A=b\r\nSECRET_KEY=${PLAIN}\r\n`],
    ["a password in an address", ".env", `DATABASE_URL=postgres://app:${PLAIN}@db:5432/app`],
    ["the master key of a Rails project", "../config/master.key", "3f7a0c9d5e1b48264c8d9a7b6e5f0312"],
    ["the project's .npmrc", ".npmrc", `//registry.example.test/:_authToken=${PLAIN}`],
    ["the user's .env", ".env", `SIGNING_SECRET=${PLAIN}`, true],
    ["the user's .npmrc", ".npmrc", `//r.example.test/:_password=${PLAIN}\n`, true],
    [
      "AWS credentials",
      ".aws/credentials",
      `[default]\naws_access_key_id = x\naws_secret_access_key = ${PLAIN}\n`,
      true,
    ],
    [
      "docker's config",
      ".docker/config.json",
      JSON.stringify({ auths: { "r.example.test": { auth: login(PLAIN) } } }),
      true,
    ],
    ["kube's config", ".kube/config", `users:\n- name: me\n  user:\n    token: ${PLAIN}\n`, true],
    [".pgpass", ".pgpass", `h:5432:*:me:${PLAIN}\n`, true],
    [".git-credentials", ".git-credentials", `https://me:${PLAIN}@git.example.test\n`, true],
    [".pypirc", ".pypirc", `[pypi]\nusername = __token__\npassword = ${PLAIN}\n`, true],
    ["gh's hosts", ".config/gh/hosts.yml", `github.example.test:\n    oauth_token: ${PLAIN}\n`, true],
  ];

  test.each(places.map(([name, file, text, inHome = false]) => ({ name, file, text, inHome })))(
    "$name",
    async ({ file, text, inHome }) => {
      const folder = join(world.cwd, "packages/a");
      mkdirSync(folder, { recursive: true });
      world.write(inHome ? `~/${file}` : file.startsWith("../") ? file.slice(3) : join(folder, file), text);
      const { stdout } = await hook(
        "docker-agent",
        {
          hook_event_name: "tool_response_transform",
          cwd: folder,
          tool_response: `used ${text.includes(PLAIN) || file.endsWith("config.json") ? PLAIN : text} now`,
        },
        world,
      );
      expect(stdout).toContain("used [REDACTED] now");
    },
  );

  test("not above the worktree, and not in a folder that is no file", async () => {
    world.write("../.env", `TOKEN=${PLAIN}`);
    mkdirSync(join(world.cwd, ".env"));
    expect((await printed("docker-agent", `used ${PLAIN}`, world)).stdout).toBe("");
  });

  test.each([
    ["as it is", (value: string) => value],
    ["escaped in JSON", (value: string) => JSON.stringify({ a: value })],
    ["escaped twice", (value: string) => JSON.stringify({ a: JSON.stringify({ b: value }) })],
    ["in a URL", (value: string) => `https://h.example.test/?q=${encodeURIComponent(value)}&x=1`],
    ["in base64 at its beginning", (value: string) => Buffer.from(`${value} and more`).toString("base64")],
    ["in base64 behind one byte", (value: string) => Buffer.from(`a${value} and more`).toString("base64")],
    ["in base64 behind two bytes", (value: string) => Buffer.from(`ab${value} and more`).toString("base64")],
    ["in base64 for URLs", (value: string) => Buffer.from(`\u00ff\u00fe${value}\u00ff`).toString("base64url")],
  ])("a value is found %s", async (_name, write) => {
    const { output } = await printed("docker-agent", `see ${write(VALUE)} there`, world, { APP_SECRET: VALUE });
    expect(output).toContain("[REDACTED]");
    for (const part of [
      VALUE.slice(0, 10),
      JSON.stringify(VALUE).slice(1, -1),
      encodeURIComponent(VALUE),
      Buffer.from(VALUE).toString("base64").slice(4, 16),
    ])
      expect(output).not.toContain(part);
  });
});

describe("what is left out", () => {
  test.each([
    ["short", "hunter2"],
    ["a common word", "postgres"],
    ["words", "us-east-1-production"],
    ["a word and a number", "password123"],
    ["a path", "/usr/local/share/keys"],
    ["a relative path", "config/master.key"],
    ["an address without a password", "https://vault.example.test/v1/secret"],
    ["a mail address", "someone@example.test"],
    ["a host and a port", "db.internal:5432"],
    ["a placeholder", "<your-token-here>"],
    ["a template", "${OTHER_TOKEN}"],
    ["a number", "12345678"],
    ["a date", "2026-01-31"],
    ["true", "true    "],
  ])("%s", async (_name, value) => {
    const text = `the value ${value} stands here, ${value.trim()} too`;
    expect((await printed("docker-agent", text, world, { APP_SECRET: value })).stdout).toBe("");
  });

  test("the user's name and the folder's", async () => {
    expect(
      (
        await printed("docker-agent", "who is mikeq7x9z2 in project7x9q2b", world, {
          USER: "mikeq7x9z2",
          APP_PASSWORD: "mikeq7x9z2",
        })
      ).stdout,
    ).toBe("");
  });

  test("values under names that speak of no secret", async () => {
    const env = {
      SESSION_ID: PLAIN,
      BUILD_VERSION: PLAIN,
      PUBLIC_KEY: PLAIN,
      TOKEN_COUNT: PLAIN,
      NEXT_PUBLIC_API_KEY: PLAIN,
    };
    expect((await printed("docker-agent", `used ${PLAIN}`, world, env)).stdout).toBe("");
  });
});

describe("settings", () => {
  test("switch it off", async () => {
    world.configure({ knownValues: false });
    expect((await printed("docker-agent", `used ${PLAIN}`, world, { API_TOKEN: PLAIN })).stdout).toBe("");
  });

  test("add files and variables", async () => {
    world.write("~/vault/pw", `${PLAIN}\n`);
    world.configure({ knownValues: { files: ["~/vault/pw"], variables: ["ODD"] } });
    const { output } = await printed("docker-agent", `used ${PLAIN} and ${VALUE}`, world, { ODD: VALUE });
    expect(output).toBe("used [REDACTED] and [REDACTED]");
  });

  test("of a project add too, but read nothing outside of it and switch nothing off", async () => {
    world.write("~/pw", PLAIN);
    world.write("conf/pw", VALUE);
    world.write(
      ".snapveil.jsonc",
      JSON.stringify({ knownValues: { files: ["conf/pw", join(world.home, "pw"), "../../home/pw"] } }),
    );
    expect((await printed("docker-agent", `used ${PLAIN} and ${VALUE}`, world)).output).toBe(
      `used ${PLAIN} and [REDACTED]`,
    );
    world.write(".snapveil.jsonc", '{ "knownValues": false }');
    const { output, json } = await printed("docker-agent", `used ${PLAIN}`, world, { API_TOKEN: PLAIN });
    expect(output).toBe("used [REDACTED]");
    expect(json["system_message"]).toMatch(/only you can switch them off/);
  });
});

describe("hostile and odd files", () => {
  test("a pipe, a device, a circle, a huge and a binary file hang and break nothing", async () => {
    execFileSync("mkfifo", [join(world.cwd, ".env")]);
    symlinkSync("/dev/zero", join(world.cwd, ".env.local"));
    symlinkSync(".env.test", join(world.cwd, ".env.test"));
    world.write(".env.production", `TOKEN=${PLAIN}\n${"x".repeat(300 * 1024)}`);
    world.write(".npmrc", "\0\u0001TOKEN=\0\n=\n:\n");
    world.write("~/.docker/config.json", '{"auths":');
    world.write("~/.netrc", `machine h password "${PLAIN}y`);
    const { stdout, stderr, exitCode } = await printed("docker-agent", `used ${PLAIN} here`, world);
    expect({ stdout, stderr, exitCode }).toEqual({ stdout: "", stderr: "", exitCode: 0 });
  });

  test("a thousand values are not too many", async () => {
    world.write(".env", Array.from({ length: 1000 }, (_, n) => `KEY_${n}_SECRET=${PLAIN}${n}z`).join("\n"));
    expect((await printed("docker-agent", `used ${PLAIN}7z`, world)).output).toBe("used [REDACTED]");
  });

  test("nothing of a value reaches the disk", async () => {
    await printed("docker-agent", `used ${PLAIN}`, world, { API_TOKEN: PLAIN });
    const files = existsSync(world.data)
      ? readdirSync(world.data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      : [];
    for (const entry of files)
      expect(readFileSync(join(entry.parentPath, entry.name), "utf8")).not.toContain(PLAIN.slice(0, 8));
  });
});

test("vectors that nothing but the user's own files gives away", async () => {
  const vectors = vectorsOf("agent-leaks").filter(({ rule }) => rule === "known-value-only");
  expect(vectors.length).toBeGreaterThan(0);
  for (const { text, secrets = [] } of vectors) {
    const { output } = await printed(
      "docker-agent",
      text,
      world,
      Object.fromEntries(secrets.map((secret, n) => [`DB_PASSWORD_${n}`, secret])),
    );
    for (const secret of secrets) expect(output).not.toContain(secret);
  }
});
