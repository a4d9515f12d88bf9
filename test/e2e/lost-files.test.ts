import { expect, test } from "vitest";

import { worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest(
  "git init -q . && echo data/ > .gitignore && git add . && git commit -qm one && mkdir data && head -c 9000000 /dev/zero > data/big",
);

/** An agent's events around a call that loses a file, and the texts in its answers. */
interface Spoken {
  readonly agent: string;
  readonly begin: object;
  readonly call: object;
  readonly before: string;
  readonly after: string;
  /** How often the answer after the call has the sentence: for the person, and for the model. */
  readonly times: number;
  /** The later event at which the model is told; absent: right after the call. */
  readonly later?: object;
}

const AS_CLAUDE = { tool_name: "Bash", tool_use_id: "t1", tool_input: { command: "rm data/big" }, tool_response: {} };

test.each<Spoken>([
  {
    agent: "claude-code",
    begin: { hook_event_name: "UserPromptSubmit", prompt: "Go on." },
    call: AS_CLAUDE,
    before: "PreToolUse",
    after: "PostToolUse",
    times: 2,
  },
  {
    agent: "docker-agent",
    begin: { hook_event_name: "turn_start" },
    call: { tool_name: "shell", tool_use_id: "t1", tool_input: { cmd: "rm data/big" }, tool_response: "" },
    before: "pre_tool_use",
    after: "post_tool_use",
    times: 1,
    later: { hook_event_name: "turn_start" },
  },
  {
    agent: "kimi-code",
    begin: { hook_event_name: "UserPromptSubmit", prompt: "Go on." },
    call: { ...AS_CLAUDE, tool_call_id: "t1", tool_name: "Shell" },
    before: "PreToolUse",
    after: "PostToolUse",
    times: 0,
    later: { hook_event_name: "UserPromptSubmit", prompt: "And now?" },
  },
])(
  "person and model are told of a lost file where the agent lets them hear it: $agent",
  async ({ agent, begin, call, before, after, times, later }) => {
    const hook = async (event: object) => (await world.hook(["--agent", agent], event)).stdout;
    await hook(begin);
    await hook({ ...call, hook_event_name: before });
    world.sh("rm data/big");
    const said = await hook({ ...call, hook_event_name: after });
    const sentence = "data/big (8.6 MiB) is gone, and neither a checkpoint nor a kept copy holds";
    expect(said.split(sentence).length - 1).toBe(times);
    if (later) expect(await hook(later)).toContain(sentence);
    expect(await hook({ ...call, hook_event_name: after })).not.toContain(sentence);
  },
);
