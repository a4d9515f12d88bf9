import { expect, test } from "vitest";

import { describeUser } from "../../../builtins/add-user-info.ts";
import { userOfSystem } from "../../../builtins/user-of-system.ts";
import { userOnLinux } from "../../../builtins/user-on-linux.ts";

test.runIf(process.platform === "linux")("the files say what Node says, or nothing", () => {
  expect([userOfSystem(), undefined]).toContainEqual(userOnLinux({ uid: process.geteuid!() }));
});

test("what the system does not say is left out", () => {
  expect(describeUser({ name: "", fullName: "", host: "box" }).context).toEqual(["Current user:\n\nHostname: box"]);
  expect(describeUser({ name: "ann", fullName: "", host: "box" }).context).toEqual([
    "Current user:\n\nUser: ann\nHostname: box",
  ]);
  expect(describeUser({ name: "", fullName: "", host: "" }).context).toBeUndefined();
});
