/** The oldest Node on which the published packages run. `engines` of each states the same. */
export const NODE_MIN_VERSION = '22.12.0'

/**
 * Returns the sentence that refuses a version of Node; null if the version is supported. Programs call it first,
 * because what fails otherwise depends on the version.
 */
export function findNodeProblem(product: string, version: string): string | null {
  const [found, minimum] = [version, NODE_MIN_VERSION].map((text) => text.split('.').map(Number))
  const isOlder = compare(found ?? [], minimum ?? []) < 0
  return isOlder ? `${product} needs Node ${NODE_MIN_VERSION} or newer. This is Node ${version}.` : null
}

function compare(left: readonly number[], right: readonly number[]): number {
  const differences = right.map((number, index) => (left[index] ?? 0) - number)
  return differences.find((difference) => difference !== 0) ?? 0
}
