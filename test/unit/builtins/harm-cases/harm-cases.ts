/** Scripts that a rule of `block_destructive` must match, and that it must not, by the rule's name. */
export type HarmCases = Readonly<
  Record<string, { readonly hits: readonly string[]; readonly misses: readonly string[] }>
>;
