import { expect, test } from "vitest";

import { checkNode } from "../../../doctor/check-node.ts";
import { silentIo } from "../../support/silent-io.ts";
import { worldOfFile } from "../../support/temporary-world.ts";

const world = worldOfFile();

test.each([
  ["18.20.0", "broken"],
  ["20.15.1", "broken"],
  ["20.16.0", "ok"],
  ["21.7.3", "broken"],
  ["22.2.0", "broken"],
  ["22.3.0", "ok"],
  ["23.0.0", "ok"],
  ["26.1.0", "ok"],
])("Node %s is %s", (version, state) => {
  const node = world.write("other-node", `#!/bin/sh\necho v${version}\n`, 0o755);
  const registered = [{ command: `${node} snapveil.cjs hook` }] as unknown as Parameters<typeof checkNode>[1];
  const where = { runtime: { node: "node" } } as unknown as Parameters<typeof checkNode>[2];
  const [check] = checkNode(silentIo(world.cwd, world.env), registered, where);
  expect(check).toMatchObject({ name: "node", state, message: expect.stringContaining(`is Node ${version}`) });
});

test("a line that talks to a server keeps a person's certificates, and no other line may read these", () => {
  const node = world.write("second-node", "#!/bin/sh\necho v20.16.0\n", 0o755);
  const line = (event: string) => ({ event, command: `${node} snapveil.cjs hook --agent docker-agent` });
  const where = { runtime: { node: "node" } } as unknown as Parameters<typeof checkNode>[2];
  const names = (...events: readonly string[]) => {
    const io = silentIo(world.cwd, { ...world.env, NODE_EXTRA_CA_CERTS: "/certificates.pem" });
    const lines = events.map(line) as unknown as Parameters<typeof checkNode>[1];
    return checkNode(io, lines, where, new Set(["on_agent_switch"])).map(({ name }) => name);
  };
  expect(names("on_agent_switch")).toEqual(["node"]);
  expect(names("turn_end", "on_agent_switch")).toEqual(["node", "certificates"]);
});
