/**
 * Orders ids as the protocol does: by upper-cased text, code unit by code unit. If two ids differ in letter case alone,
 * lower case comes first.
 */
export function compareIds(a: string, b: string): number {
  const [upperA, upperB] = [a.toUpperCase(), b.toUpperCase()]
  if (upperA !== upperB) return upperA < upperB ? -1 : 1
  return a === b ? 0 : a > b ? -1 : 1
}
