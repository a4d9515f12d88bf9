/** The result of a check. It contains no secret and no text of a settings file. */
export interface Check {
  /** A name for programs, in snake_case. */
  readonly name: string;
  /**
   * `broken`: the agent is not guarded as it should be. `warning`: it is guarded, but the person should look at
   * something.
   */
  readonly state: "ok" | "warning" | "broken";
  readonly message: string;
  /** Instructions for the person. */
  readonly repair?: string;
  /** Set if the agent's makers alone could change it, so that there is nothing for the person to do. */
  readonly isLimit?: true;
  /** How long the hook took, in milliseconds. */
  readonly ms?: number;
}

export function ok(name: string, message: string, ms?: number): Check {
  return { name, state: "ok", message, ...(ms !== undefined && { ms }) };
}

export function warning(name: string, message: string, repair?: string): Check {
  return { name, state: "warning", message, ...(repair !== undefined && { repair }) };
}

/** A warning of something that the agent's makers alone could change. */
export function limit(name: string, message: string, advice?: string): Check {
  return { ...warning(name, message, advice), isLimit: true };
}

export function broken(name: string, message: string, repair?: string): Check {
  return { name, state: "broken", message, ...(repair !== undefined && { repair }) };
}
