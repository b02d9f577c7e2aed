import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { findViolations } from './find-violations.ts'
import { houseOf } from './houses.ts'
import { moveToPlannedPlaces } from './planned-places.ts'
import { readSources } from './read-sources.ts'

/** The violations of all packages, sorted, each after the name of its package. */
export function findViolationsOfPackages(root: string): string[] {
  return globSync('packages/*/src', { cwd: root })
    .flatMap((src) => {
      const name = basename(dirname(src))
      const sources = readSources(join(root, src))
      const violations = findViolations(name === 'server' ? moveToPlannedPlaces(sources) : sources, houseOf(name))
      return violations.map((violation) => `${name}: ${violation}`)
    })
    .sort()
}
