import type { RealAgent } from "./real-agent.ts";

const RELEASE = "22.23.3";
const PACKAGE = `node-${process.platform}-${process.arch}`;
const [MAJOR = 0, MINOR = 0] = process.versions.node.split(".").map(Number);

/** The Node of an agent that wants Node 22.19: this one, or else one out of a package, which is larger than most agents. */
export const NEWER_NODE: { readonly packages: readonly string[]; readonly node: NonNullable<RealAgent["node"]> } =
  MAJOR > 22 || (MAJOR === 22 && MINOR >= 19)
    ? { packages: [], node: "this" }
    : { packages: [`${PACKAGE}@${RELEASE}`], node: { program: `${PACKAGE}/bin/node` } };
