import type { Io } from "../../kit/io.ts";
import { NAMES } from "./our-variables.ts";
import type { OwnWorld } from "./variables.ts";

/**
 * The world without variables that a project may have set, for work in these folders. Usually none of snapveil's
 * variables is set, and no further code is loaded.
 */
export async function ownWorld(io: Io, cwds: readonly (string | undefined)[]): Promise<OwnWorld> {
  if (!NAMES.some((name) => io.env[name])) return { io, left: [] };
  const { withOwnVariables } = await import("./variables.ts");
  return withOwnVariables(io, cwds);
}
