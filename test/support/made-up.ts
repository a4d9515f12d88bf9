/** Made-up secrets for the project's own cases, in parts so that no scanner takes this file for a leak. */
export const TOKENS: Readonly<Record<string, readonly string[]>> = {
  GITHUB: ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"],
  STRIPE: ["sk_", "live_", "4eC39HqLyjWDarjtT1zdp7dc"],
  NPM: ["npm_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG1rS2dX"],
  SLACK: ["xoxb-", "263594206564-2343594206574-", "FGqddMF8t08v8N7Oq4i57vs1"],
  // Told by nothing but the name of the file that it stands in.
  BARE: ["7c0f3e91", "a5d24b68", "f1e09c37", "8b6d2a4b"],
};

export const [GITHUB, STRIPE, NPM, SLACK] = ["GITHUB", "STRIPE", "NPM", "SLACK"].map((name) =>
  TOKENS[name]!.join(""),
) as [string, string, string, string];
