const OF_TESTS = /(?:^|[._\W])(?:tests?|ci|e2e)(?:$|[._\W\d])/i;

/** Whether a word names something that tests set up again and again. */
export function isOfTests(word: string): boolean {
  return OF_TESTS.test(word);
}
