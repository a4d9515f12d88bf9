import type { Json } from "../../kit/json.ts";
import { isOlder } from "../../kit/releases.ts";
import { TEAM } from "../setting-schemas.ts";
import type { Settings } from "../settings.ts";
import { objectOf, type Setting } from "./setting-row.ts";

/** The setting of what a team asks of each machine. */
export const TEAM_SETTINGS: readonly Setting[] = [
  {
    key: "team",
    values:
      '`{ "agents", "builtins", "release" }`: agents that must start snapveil, builtins that must run beside the ' +
      "guards and `snapshot`, the oldest release; `snapveil doctor --project` checks that, see [team.md](team.md)",
    byDefault: "none",
    inProject: "adds",
    user: { schema: TEAM, apply: team },
    project: { schema: TEAM, apply: team },
  },
];

/** Adds what a file asks to what outer files ask: of two releases the newer one counts. */
function team(value: Json, { team: own }: Settings): Partial<Settings> {
  const { agents = [], builtins = [], release } = objectOf(value) as Partial<Settings["team"]>;
  const releases = [own.release, release].filter((one) => one !== undefined);
  const newest = releases.reduce<string | undefined>((a, b) => (a === undefined || isOlder(a, b) ? b : a), undefined);
  return {
    team: {
      agents: [...new Set([...own.agents, ...agents])],
      builtins: [...new Set([...own.builtins, ...builtins])],
      ...(newest !== undefined && { release: newest }),
    },
  };
}
