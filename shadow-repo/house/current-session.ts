/** The variable that names the session whose end started a `prune`: its checkpoints are kept whatever their age. */
export const CURRENT_SESSION = "SNAPVEIL_CURRENT_SESSION";
