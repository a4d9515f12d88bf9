/** The usual number of each feature among foreign pairs, in the order of `FEATURE_NAMES`. */
export const USUAL = [
  15, 0.8, 0, 0, 0.037, 0, 0, 0, 0.75, 0.245, 6, 2.78, 40.3, 0.714, 1, 1, 0, 0.294, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0,
  0, 0, 1, 0, 0, 0, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0,
];
