import { createHmac } from "node:crypto";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { AGENTS, called, hook, printed } from "../support/legs.ts";
import { GITHUB as TOKEN, STRIPE as OTHER } from "../support/made-up.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest("mkdir .git");

const project = (settings: object) => world.write(".snapveil.jsonc", JSON.stringify(settings));

describe.each(AGENTS)("%s: what happens where a secret is found", (agent) => {
  const write =
    agent === "codex"
      ? ["apply_patch", { command: `*** Begin Patch\n*** Add File: a.env\n+T=${TOKEN}\n*** End Patch` }]
      : ["write_file", { file_path: "a.env", content: `T=${TOKEN}\n` }];
  const [tool, input] = write as [string, { [key: string]: string }];

  test("a file is not written with a marker in it: a person decides, or it is denied", async () => {
    const { verdict, reason, stdout } = await called(agent, input, world, tool);
    expect(verdict).toBe(agent === "claude-code" ? "ask" : "deny");
    expect(reason).toMatch(/contain a secret: github-token gh…o3 \(40 characters\) in (?:content|command), line [13]/);
    expect(stdout).not.toContain(TOKEN);
  });

  test.each(["deny", "warn", "redact"])("%s is what the settings say", async (policy) => {
    world.configure({ policy: { write: policy }, approvingRewrites: true });
    const answer = await called(agent, input, world, tool);
    if (policy === "deny") expect(answer.verdict).toBe("deny");
    if (policy === "warn")
      expect([answer.verdict, answer.input, /let through/.test(answer.stdout)]).toEqual([undefined, undefined, true]);
    if (policy === "redact") expect(JSON.stringify(answer.input)).toContain("[REDACTED]");
    expect(answer.stdout).not.toContain(TOKEN);
  });

  test("output can be withheld as a whole, or let through with a word", async () => {
    world.configure({ policy: { output: "deny" } });
    const withheld = await printed(agent, `before ${TOKEN} after`, world);
    expect(withheld.output).toMatch(/withheld by snapveil/);
    expect(withheld.output).not.toMatch(/before|after/);
    world.configure({ policy: { output: "warn" } });
    const told = await printed(agent, `before ${TOKEN} after`, world);
    expect(told.output).toBeUndefined();
    expect(told.stdout).toMatch(/let through/);
    expect(told.stdout).not.toContain(TOKEN);
  });

  test("a rule of the user's finds", async () => {
    world.configure({
      rules: [
        { kind: "acme", pattern: "acme-[a-z]{4}" },
        { kind: "room", pattern: "room (?P<secret>\\d{3}) is" },
      ],
      marker: "typed",
    });
    expect((await printed(agent, "in acme-abcd room 123 is free", world)).output).toBe(
      "in [REDACTED:acme] room [REDACTED:room] is free",
    );
  });
});

describe("rules", () => {
  test.each(["(a)\\1", "(?=a)b", "[", "a*", "x{2000}"])(
    "one that cannot be run in linear time, is broken or fits everywhere is refused, once a session: %s",
    async (pattern) => {
      world.configure({
        rules: [
          { kind: "bad", pattern },
          { kind: "good", pattern: "acme-[a-z]{4}" },
        ],
      });
      const first = await printed("docker-agent", "in acme-abcd", world);
      expect(first.output).toBe("in [REDACTED]");
      expect(first.json["system_message"]).toMatch(/the rule for "bad" is not used/);
      expect((await printed("docker-agent", "in acme-abcd", world)).json["system_message"]).toBeUndefined();
    },
  );

  test("an evil pattern takes no longer than others", async () => {
    world.configure({
      rules: [
        { kind: "evil", pattern: "(a+)+$" },
        { kind: "evil2", pattern: "(x|xx)+y" },
      ],
    });
    // Searched with going back, each of these never comes to an end.
    const text = `${"a".repeat(50_000)}!${"x".repeat(50_000)}`;
    expect(await printed("docker-agent", text, world)).toMatchObject({ exitCode: 0, stdout: "" });
  });

  test("a project adds rules, and cannot take any away", async () => {
    world.configure({ rules: [{ kind: "acme", pattern: "acme-[a-z]{4}" }] });
    project({ rules: [{ kind: "beta", pattern: "beta-[a-z]{4}" }] });
    expect((await printed("docker-agent", "acme-abcd beta-abcd", world)).output).toBe("[REDACTED] [REDACTED]");
  });
});

describe("allowances", () => {
  const salt = "00112233445566778899aabb";
  const hmac = `hmac:${salt}:${createHmac("sha256", salt).update(TOKEN).digest("hex").slice(0, 32)}`;

  test("of the user: a value, a kind, a file that is read or written", async () => {
    world.configure({ allow: [hmac] });
    expect((await printed("docker-agent", `${TOKEN} ${OTHER}`, world)).output).toBe(`${TOKEN} [REDACTED]`);
    world.configure({ allow: ["kind:github-token"] });
    expect((await printed("docker-agent", `${TOKEN} ${OTHER}`, world)).output).toBe(`${TOKEN} [REDACTED]`);
    world.configure({ allow: ["fixtures/*", "!fixtures/real.env"] });
    const read = (file: string, tool = "read_file") =>
      hook(
        "docker-agent",
        {
          hook_event_name: "tool_response_transform",
          tool_name: tool,
          tool_input: { path: file },
          tool_response: TOKEN,
        },
        world,
      );
    expect((await read("fixtures/a.env")).stdout).toBe("");
    expect((await read("fixtures/real.env")).output).toBe("[REDACTED]");
    expect((await read("src/a.env")).output).toBe("[REDACTED]");
    expect((await read("../fixtures/a.env")).output).toBe("[REDACTED]");
    expect((await read("fixtures/a.env", "run_command")).output).toBe("[REDACTED]");
    const wrote = (file: string) =>
      called("docker-agent", { path: file, content: `T=${TOKEN} [REDACTED]` }, world, "write_file");
    expect((await wrote("fixtures/a.env")).stdout).toBe("");
    expect((await wrote("src/a.env")).verdict).toBe("deny");
  });

  test("of a project count only where the user trusts it: an agent can write that file", async () => {
    world.write(".snapveilignore", `${hmac}\nkind:github-token\n*\n`);
    expect((await printed("docker-agent", TOKEN, world)).output).toBe("[REDACTED]");
    for (const trustedProjects of ["all", [world.cwd], [dirname(world.cwd)]]) {
      world.configure({ trustedProjects });
      expect((await printed("docker-agent", TOKEN, world)).stdout).toBe("");
    }
    world.configure({ trustedProjects: [join(world.home, "elsewhere"), `${world.cwd}-2`] });
    expect((await printed("docker-agent", TOKEN, world)).output).toBe("[REDACTED]");
  });

  test.each([
    { allow: ["kind:github-token"] },
    { trustedProjects: "all" },
    { restore: true },
    { policy: { output: "warn" } },
    { policy: { write: "redact" } },
    { knownValues: false },
    { marker: "typed" },
  ])("a project cannot loosen: %j", async (settings) => {
    project(settings);
    const { output, json } = await printed("docker-agent", `${TOKEN}`, world);
    expect(output).toBe("[REDACTED]");
    expect(json["system_message"]).toMatch(/settings file .* is not used/);
  });

  test("a project can refuse more", async () => {
    project({ policy: { output: "deny", shell: "deny" } });
    expect((await printed("docker-agent", `${TOKEN}`, world)).output).toMatch(/withheld/);
    expect((await called("claude-code", { command: `echo ${TOKEN}` }, world)).verdict).toBe("deny");
  });
});

describe("secretlint in hooks", () => {
  /** Of a rule that only secretlint has is not asked: the two are told apart by switching ours off. */
  test("finds where ours is not to look", async () => {
    world.configure({ detectors: ["secretlint"] });
    expect((await printed("docker-agent", `a ${TOKEN} b`, world)).output).toBe("a [REDACTED] b");
  });

  test.each(AGENTS)("together with ours, and no comment switches either off (%s)", async (agent) => {
    world.configure({ detectors: ["own", "secretlint"] });
    expect((await printed(agent, `/* secretlint-disable */ ${TOKEN} // gitleaks:allow`, world)).output).toBe(
      "/* secretlint-disable */ [REDACTED] // gitleaks:allow",
    );
    expect((await printed(agent, "nothing to see", world)).stdout).toBe("");
  });

  test("an address loses its password and not itself", async () => {
    world.configure({ detectors: ["own", "secretlint"] });
    expect((await printed("docker-agent", "postgres://app:qu1etHarb0ur@db.example.test/app", world)).output).toBe(
      "postgres://app:[REDACTED]@db.example.test/app",
    );
  });
});

describe("personal data, on wish", () => {
  const ADDRESS = "ana@example.org";
  const CARD = "4111 1111 1111 1111";

  test.each(AGENTS)("is let through unless it is asked for, and has markers of its own (%s)", async (agent) => {
    expect((await printed(agent, `${ADDRESS}, ${CARD}`, world)).stdout).toBe("");
    world.configure({ detectors: ["own", "pii"], marker: "typed" });
    expect((await printed(agent, `${ADDRESS}, ${CARD}`, world)).output).toBe("[REDACTED:email], [REDACTED:card]");
    world.configure({ detectors: ["own", "pii:card,ssn"] });
    expect((await printed(agent, `${ADDRESS}, ${CARD}`, world)).output).toBe(`${ADDRESS}, [REDACTED]`);
  });

  test("is searched for in arguments, messages and prompts, too", async () => {
    world.configure({ detectors: ["pii"] });
    const asked = await called("claude-code", { command: `curl https://a.test/?who=${ADDRESS}` }, world);
    expect(asked.input).toEqual({ command: "curl https://a.test/?who=[REDACTED]" });
    const messages = [{ role: "user", content: `I am ${ADDRESS}` }];
    const sent = await hook("docker-agent", { hook_event_name: "before_llm_call", messages }, world);
    expect(JSON.stringify(sent.json)).toContain("I am [REDACTED]");
    const prompt = await hook("claude-code", { hook_event_name: "UserPromptSubmit", prompt: `I am ${ADDRESS}` }, world);
    expect(prompt.json["decision"]).toBe("block");
  });

  test("is taken out wherever it stands, since the user named it: also a number of a manual, in a test", async () => {
    world.configure({ detectors: ["own", "pii:ssn"] });
    const text = `expect(user.ssn).toBe("${["123", "45", "6789"].join("-")}")`;
    const asked = await called("claude-code", { file_path: "test/user.test.ts", content: text }, world, "Write");
    expect(asked.verdict).toBe("ask");
  });

  test("comes beside our own detector, never in its place, and a project can only add some", async () => {
    world.configure({ detectors: ["pii:email"] });
    expect((await printed("docker-agent", `${TOKEN} ${ADDRESS}`, world)).output).toBe("[REDACTED] [REDACTED]");
    project({ detectors: ["pii:card"] });
    expect((await printed("docker-agent", `${CARD} ${ADDRESS}`, world)).output).toBe("[REDACTED] [REDACTED]");
  });

  test.each([["pii:mail"], ["pii:"], ["pii:email, phone"], ["pij"]])(
    "%s is no kind of it, and that is said",
    async (one) => {
      world.configure({ detectors: ["own", one] });
      expect((await printed("docker-agent", "clean", world)).json["system_message"]).toMatch(
        /"detectors\[1\]" is not used/,
      );
    },
  );

  test("a commit is not refused for it", async () => {
    world.sh("rm -r .git && git init -q .");
    world.write("a.txt", `${ADDRESS}\n`);
    world.configure({ detectors: ["own", "pii"] });
    const event = {
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: "git add a.txt && git commit -m one" },
    };
    expect((await world.hook(["--agent", "claude-code", "scan_commit"], event)).stdout).toBe("");
  });
});

test("what is wrong with the settings is said once a session", async () => {
  world.configure({ nonsense: 1 });
  const event = JSON.stringify({
    session_id: "one",
    cwd: world.cwd,
    hook_event_name: "tool_response_transform",
    tool_name: "shell",
    tool_response: "clean",
  });
  const say = async (input: string) => (await world.snapveil(["hook", "--agent", "docker-agent"], { input })).stdout;
  expect(await say(event)).toMatch(/not used/);
  expect(await say(event)).toBe("");
  expect(await say(event.replace('"one"', '"two"'))).toMatch(/not used/);
  expect(await say(event.replace('"session_id":"one",', ""))).toMatch(/not used/);
});
