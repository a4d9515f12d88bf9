/** What is written down about one event: what it was and what was answered, never what it held. */
export interface LogEntry {
  /** RFC 3339, in UTC. */
  readonly time: string;
  readonly agent: string;
  readonly session?: string;
  /** As the agent calls it. */
  readonly event: string;
  /** What it stands for. */
  readonly canonical: readonly string[];
  readonly tool?: string;
  /** The beginning of what a shell is given, without secrets. */
  readonly command?: string;
  /** As the agent gets it; absent where nothing was decided. */
  readonly verdict?: "allow" | "ask" | "deny" | "block";
  /** Its first line. */
  readonly reason?: string;
  /** What was given back changed. */
  readonly rewrites?: readonly string[];
  /** Bytes of what the event carried: `input`, `output`, `prompt`, `messages`. */
  readonly sizes?: Readonly<Record<string, number>>;
  /** The tool failed. */
  readonly error?: true;
  readonly approval?: string;
  readonly approval_source?: string;
  readonly usage?: Readonly<Record<string, number>>;
  readonly cost?: number;
}
