/** Made-up secrets for the project's own cases, in parts so that no scanner takes this file for a leak. */
export const TOKENS: Readonly<Record<string, readonly string[]>> = {
  GITHUB: ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"],
  STRIPE: ["sk_", "live_", "4eC39HqLyjWDarjtT1zdp7dc"],
  // Told by nothing but the name of the file that it stands in.
  BARE: ["7c0f3e91", "a5d24b68", "f1e09c37", "8b6d2a4b"],
};
