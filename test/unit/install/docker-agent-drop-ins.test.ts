import { readdirSync, readFileSync, writeFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";

import type { Leg } from "../../../builtins/builtin.ts";
import { installerFor } from "../../support/agents.ts";
import { installWorld, type InstallWorld } from "./install-world.ts";

type Drop = Readonly<Record<string, unknown>>;

const OLD = [
  "session_start",
  "session_end",
  "user_prompt_submit",
  "user_followup_submit",
  "user_steering_messages_submit",
  "turn_start",
  "turn_end",
  "before_llm_call",
  "pre_tool_use",
  "tool_response_transform",
  "post_tool_use",
  "on_agent_switch",
];
/** Those that are registered: the next `turn_start`, or `session_end`, ends a turn as well. */
const USED = OLD.filter((event) => event !== "turn_end");
const TOOL = new Set([
  "pre_tool_use",
  "post_tool_use",
  "tool_response_transform",
  "tool_input_transform",
  "tool_guard",
]);

const refusal = (path: string, text: string) =>
  installerFor("docker-agent")!.refuses!(path, text, { title: "docker-agent", events: [] });

/** Releases, by what they know and whether they refuse a negative timeout. */
const RELEASES = [
  { name: "1.100 to 1.136", events: new Set(OLD), takesNegative: true },
  { name: "1.137 and later", events: new Set([...OLD, "tool_input_transform", "tool_guard"]), takesNegative: false },
];

/** Which of these releases each file is for, and what it holds. */
const READ_BY: Readonly<Record<string, readonly string[]>> = {
  "snapveil.yaml": RELEASES.map(({ name }) => name),
  "snapveil-before-1.137.yaml": ["1.100 to 1.136"],
  "snapveil-transform.yaml": ["1.137 and later"],
};
const OWN: Readonly<Record<string, readonly string[]>> = {
  "snapveil.yaml": USED.filter((event) => event !== "pre_tool_use"),
  "snapveil-before-1.137.yaml": ["pre_tool_use"],
  "snapveil-transform.yaml": ["tool_input_transform"],
};

/** The events of a file as a release reads it: all or none. */
function read(drop: Drop, { events, takesNegative }: (typeof RELEASES)[number]): string[] {
  const isFit = Object.entries(drop).every(([event, list]) => {
    if (!events.has(event) || !Array.isArray(list)) return false;
    const flat = list.flatMap((one: { hooks?: object[] }) =>
      TOOL.has(event) ? (one.hooks ?? [{ timeout: Number.NaN }]) : [one],
    ) as { timeout: number; hooks?: unknown }[];
    return flat.every(
      ({ timeout, hooks }) => hooks === undefined && !Number.isNaN(timeout) && (takesNegative || timeout >= 0),
    );
  });
  return isFit ? Object.keys(drop) : [];
}

describe("docker-agent's drop-ins", () => {
  let world: InstallWorld;
  let folder: string;
  beforeEach(() => {
    world = installWorld();
    folder = join(world.home, ".config/cagent/hooks.d");
  });
  afterEach(() => world.remove());
  const drops = () =>
    readdirSync(folder).map((name): [string, Drop] => [name, parse(readFileSync(join(folder, name), "utf8")) as Drop]);

  test.each([
    ["1.100 to 1.136", USED],
    ["1.137 and later", [...USED.filter((event) => event !== "pre_tool_use"), "tool_input_transform"]],
  ])("are read by %s with every event that it should run, and no other", async (name, wanted) => {
    await world.install(["docker-agent"]);
    const release = RELEASES.find((one) => one.name === name)!;
    expect(
      drops()
        .flatMap(([, drop]) => read(drop, release))
        .toSorted(),
    ).toEqual([...wanted].toSorted());
  });

  test("give each event its time: a longer one to the switch of agents, which may wait for a model to be freed", async () => {
    await world.install(["docker-agent"]);
    const times = new Map<string, number[]>();
    for (const [, drop] of drops())
      for (const [event, list] of Object.entries(drop))
        for (const one of list as { hooks?: object[] }[])
          for (const { timeout } of (one.hooks ?? [one]) as { timeout: number }[])
            times.set(event, [...(times.get(event) ?? []), timeout]);
    const { pre_tool_use, on_agent_switch, ...others } = Object.fromEntries(times);
    expect([pre_tool_use, on_agent_switch]).toEqual([[-1, -1], [60]]);
    for (const [event, [seconds]] of Object.entries(others)) expect([20, 30], event).toContain(seconds);
  });

  test("have a matcher and hooks under every tool event, and the guard of newer releases under none", async () => {
    await world.install(["docker-agent"]);
    for (const [, drop] of drops()) {
      expect(drop).not.toHaveProperty("tool_guard");
      for (const event of Object.keys(drop).filter((key) => TOOL.has(key)))
        expect(drop[event]).toEqual(
          (drop[event] as Drop[]).map(() =>
            expect.objectContaining({ matcher: "*", hooks: expect.any(Array) as unknown }),
          ),
        );
    }
  });

  test("register the call of a tool twice, and the line of the lane without a rewrite says so", async () => {
    await world.install(["docker-agent"]);
    const groups = drops().flatMap(
      ([, drop]) => (drop["pre_tool_use"] ?? []) as { preempt_yolo?: boolean; hooks: { command: string }[] }[],
    );
    expect(
      groups.map(({ preempt_yolo, hooks }) => [preempt_yolo, hooks[0]!.command.includes("--event preempt_yolo")]),
    ).toEqual([
      [undefined, false],
      [true, true],
    ]);
  });

  test("of an older version are replaced, and taken out", async () => {
    await world.install(["docker-agent"]);
    const line = readFileSync(join(folder, "snapveil.yaml"), "utf8").match(/command: (.*)/)![1]!;
    const old = `tool_guard:\n  - type: command\n    command: ${line}\n    timeout: 20\n`;
    mkdirSync(folder, { recursive: true });
    for (const name of ["snapveil.yaml", "snapveil-prompts.yaml", "snapveil-transform.yaml"])
      writeFileSync(join(folder, name), old);
    expect(refusal(join(folder, "snapveil.yaml"), old)).toContain("tool_guard");
    await world.install(["docker-agent"]);
    expect(readdirSync(folder).toSorted()).toEqual([
      "snapveil-before-1.137.yaml",
      "snapveil-transform.yaml",
      "snapveil.yaml",
    ]);
    for (const [name] of drops())
      expect(refusal(join(folder, name), readFileSync(join(folder, name), "utf8"))).toBeUndefined();
    writeFileSync(join(folder, "snapveil-prompts.yaml"), old);
    await world.uninstall(["docker-agent"]);
  });

  /** Settings that ask for something at every event that there is. */
  const EVERYTHING = JSON.stringify({
    builtins: Object.fromEntries(
      [
        "pre_compact",
        "stop",
        "permission_request",
        "tool_guard",
        "worktree_create",
        "notification",
        ...OLD,
        "tool_input_transform",
      ].map((event) => [event, ["add_date", "redact_secrets", "snapshot"]]),
    ),
  });

  test.each<[string, readonly Leg[], string | undefined]>([
    ["everything", [], undefined],
    ["the arguments", ["arguments"], undefined],
    ["the output", ["output"], undefined],
    ["checkpoints", ["snapshot"], undefined],
    ["texts", ["context"], undefined],
    ["what settings ask for at every event", [], EVERYTHING],
  ])(
    "that register %s hold no flat list under a tool event, and no release skips one that is meant for it",
    async (_name, legs, settings) => {
      if (settings) world.write(world.home, { ".config/snapveil/config.jsonc": settings });
      const plan = await world.prepare(["docker-agent"], "user", legs);
      plan.run();
      expect(drops().length).toBeGreaterThan(0);
      for (const [name, drop] of drops()) {
        for (const event of Object.keys(drop).filter((key) => TOOL.has(key)))
          for (const one of drop[event] as Drop[])
            expect(one).toMatchObject({ matcher: "*", hooks: [{ type: "command" }] });
        const readers = RELEASES.filter((release) => read(drop, release).length > 0).map((release) => release.name);
        expect(readers, name).toEqual(READ_BY[name]);
        expect(refusal(name, readFileSync(join(folder, name), "utf8"))).toBeUndefined();
      }
      const registered = drops().flatMap(([, drop]) => Object.keys(drop));
      expect(plan.plans[0]!.events.filter((event) => event !== "preempt_yolo").toSorted()).toEqual(
        [...new Set(registered)].toSorted(),
      );
    },
  );

  test("leave out what some releases do not know, and say so", async () => {
    world.write(world.home, { ".config/snapveil/config.jsonc": EVERYTHING });
    const { warnings, plans } = await world.prepare(["docker-agent"]);
    expect(plans[0]!.events).not.toContain("pre_compact");
    expect(JSON.stringify(warnings)).toContain("at pre_compact, which is not registered");
  });

  /** What each release makes of every event under each shape, in each of our files. */
  const SHAPES: Readonly<Record<string, (timeout: number) => object>> = {
    flat: (timeout) => ({ type: "command", command: "x", timeout }),
    groups: (timeout) => ({ matcher: "*", hooks: [{ type: "command", command: "x", timeout }] }),
  };
  const cases = Object.entries(READ_BY).flatMap(([name, readers]) =>
    [...OLD, "tool_input_transform", "tool_guard", "made_up"].flatMap((event) =>
      Object.entries(SHAPES).flatMap(([shape, item]) =>
        [20, -1].map((timeout) => ({ name, event, shape, timeout, readers, drop: { [event]: [item(timeout)] } })),
      ),
    ),
  );

  test.each(cases)(
    "$name with $event as $shape and a timeout of $timeout is refused where a release that is to read it would skip it",
    ({ name, drop, readers }) => {
      const skipping = readers.filter(
        (reader) => read(drop, RELEASES.find((release) => release.name === reader)!).length === 0,
      );
      const why = refusal(`/home/u/.config/cagent/hooks.d/${name}`, stringify(drop));
      if (skipping.length > 0) expect(why).toContain(`skips ${name} as a whole`);
      else if (Object.keys(drop).every((event) => OWN[name]!.includes(event))) expect(why).toBeUndefined();
    },
  );

  test.each([
    ["snapveil.yaml", "pre_tool_use: []", "pre_tool_use"],
    ["snapveil.yaml", "tool_response_transform:\n  - command: x", "matchers with hooks"],
    ["snapveil.yaml", "turn_end:\n  - matcher: '*'\n    hooks: []", "list of hooks"],
    [
      "snapveil-transform.yaml",
      "tool_input_transform:\n  - matcher: '*'\n    hooks:\n      - command: x\n        timeout: -1",
      "negative",
    ],
  ])("%s with %j is told to be skipped", (name, text, why) => {
    expect(refusal(name, text)).toContain(why);
  });
});
