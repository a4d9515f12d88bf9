import type { JsonObject } from "../kit/json.ts";
import type { Detected } from "../agents/codec/detect-dialect.ts";
import type { OpenedEvents } from "./open-events.ts";
import type { PlannedSteps } from "./plan-steps.ts";

/** The facts about an event so far. An error may occur at any stage, so each later field may be absent. */
export interface Stages {
  /** The text of standard input. */
  text?: string;
  /** The payload, parsed from the text. */
  raw?: JsonObject;
  /** The dialect of the agent that sent the event. */
  detected?: Detected;
  /** The canonical events and the steps that answer them. */
  work?: Work;
}

/** The canonical events of a payload, and the steps that answer these. */
export type Work = OpenedEvents & PlannedSteps;
