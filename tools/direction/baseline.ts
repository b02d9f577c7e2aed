/**
 * Accepts the violations of the baseline until they are gone. Then their lines have to go too, so the baseline only shrinks.
 *
 * @returns what to change, one line each
 */
export function compareWithBaseline(violations: readonly string[], baseline: readonly string[]): string[] {
  const added = violations.filter((violation) => !baseline.includes(violation))
  const fixed = baseline.filter((line) => !violations.includes(line))
  return [...added, ...fixed.map((line) => `no longer there, remove it from the baseline: ${line}`)]
}
