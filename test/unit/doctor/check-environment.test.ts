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
