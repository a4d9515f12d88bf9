/** The usual number of each feature among foreign pairs, in the order of `FEATURE_NAMES`. */
export const USUAL = [
  15, 0.8, 0, 0, 0.04, 0, 0, 0, 0.727, 0.235, 7, 2.72, 40.8, 0.733, 2, 0, 0, 0.294, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0,
  0, 0, 1, 0, 0, 0, 1, 1, 1,
];
