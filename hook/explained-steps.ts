import type { HookEvent } from "../agents/codec/hook-event.ts";
import { BUILTINS } from "../builtins/doors/table.ts";
import type { JsonFinding } from "../redactors/doors/finding.ts";
import type { collectValues } from "./explain-values.ts";
import { pointAt, type ExplainedBuiltin } from "./explanation.ts";

/** What is known of a builtin's turn before it has ended. */
interface Ended {
  readonly name: string;
  readonly event: HookEvent;
  readonly origin: "user" | "project";
  readonly state: ExplainedBuiltin["state"];
  readonly says: readonly string[];
}

/** Collects what the builtins of an event find and say, in the order in which they run. */
export class ExplainedSteps {
  readonly builtins: ExplainedBuiltin[] = [];
  readonly #values: ReturnType<typeof collectValues>;
  #findings: readonly JsonFinding[] = [];
  #remarks: readonly string[] = [];

  constructor(values: ReturnType<typeof collectValues>) {
    this.#values = values;
  }

  /** Notes the findings of the builtin that runs. */
  found(findings: readonly JsonFinding[]): void {
    this.#findings = findings;
  }

  /** Notes a sentence of the builtin that runs. */
  remark(sentence: string): void {
    this.#remarks = [...this.#remarks, sentence];
  }

  /** Adds a builtin that has ended or was passed over, with the findings and sentences since the last one. */
  add({ name, event, origin, state, says }: Ended): void {
    const { values: judged, rows, isAnnounced } = this.#values.take();
    const searches = state === "ran" && BUILTINS.some((one) => one.countsFindings && one.name === name);
    const isSilent = this.#findings.length === 0 && says.every((word) => word === "nothing");
    this.builtins.push({
      name,
      event: event.name,
      origin,
      state,
      says,
      findings: this.#findings.map((found) => pointAt(found, rows)),
      values: judged,
      remarks: this.#remarks,
      ...(searches && isSilent && !isAnnounced && { unannounced: true }),
    });
    this.#findings = [];
    this.#remarks = [];
  }
}
