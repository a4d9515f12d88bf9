import type { TemporaryWorld } from "../../support/temporary-world.ts";
import type { RealAgent } from "./real-agent.ts";
import type { Step } from "./script.ts";
import { setStage, type Setting, type TurnPlayed } from "./stage.ts";

interface Scene extends Setting {
  readonly prompt: string;
  readonly steps: (world: TemporaryWorld) => readonly Step[];
}

export interface Played extends TurnPlayed {
  readonly world: TemporaryWorld;
}

/** One turn of an agent, on a stage of its own. */
export async function play(real: RealAgent, { prompt, steps, ...setting }: Scene): Promise<Played> {
  const { world, turn, close } = await setStage(real, setting);
  try {
    return { world, ...(await turn({ prompt, steps: steps(world) })) };
  } finally {
    close();
  }
}
