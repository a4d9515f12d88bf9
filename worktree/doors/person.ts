/** @file Whether a person runs this command, or an agent is among the processes above it. */

export { agentAbove, requirePerson, requirePersonOrScript } from "../trust/person.ts";
export { callerOf, noteAgentAtWork } from "../trust/agents-at-work.ts";
