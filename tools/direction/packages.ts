import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { findViolations } from './find-violations.ts'
import { houseOf } from './houses.ts'
import { readSources } from './read-sources.ts'

/** Returns the violations of all packages and apps, sorted, each with the name of its package. */
export function findViolationsOfPackages(root: string): string[] {
  return globSync('{packages,apps}/*/src', { cwd: root })
    .flatMap((src) => {
      const name = basename(dirname(src))
      return findViolations(readSources(join(root, src)), houseOf(name)).map((violation) => `${name}: ${violation}`)
    })
    .sort()
}
