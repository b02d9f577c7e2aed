import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

interface Entry {
  readonly link?: boolean
  readonly integrity?: string
  readonly resolved?: string
}

const root = join(import.meta.dirname, '..')
const lockfiles = globSync(
  '{.,bench,examples/{backends,nextjs},interop,interop/{email-builder,nextjs,tanstack-start},tools/{deploy,stryker}}/package-lock.json',
  {
    cwd: root,
  },
)

test.each(lockfiles)('%s has a checksum for every package, also for other platforms, and names no registry', (file) => {
  const { packages } = JSON.parse(readFileSync(join(root, file), 'utf8')) as { packages: Record<string, Entry> }
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)

  expect(installed.length).toBeGreaterThan(10)
  expect(installed.filter(([, { integrity }]) => integrity === undefined)).toEqual([])
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})
