import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { findNodeProblem, NODE_MIN_VERSION } from './node-version.ts'

const packages = join(import.meta.dirname, '../../..')

test.each(['22.12.0', '22.13.0', '24.0.0', '26.10.0', '100.0.0', '23.0.0-nightly'])(
  'Node %s is supported',
  (version) => {
    expect(findNodeProblem('Portico', version)).toBeNull()
  },
)

test.each(['22.11.9', '20.20.2', '9.0.0'])('Node %s is refused with one sentence', (version) => {
  expect(findNodeProblem('Portico', version)).toBe(`Portico needs Node 22.12.0 or newer. This is Node ${version}.`)
})

test.each(globSync('*/package.json', { cwd: packages }))('%s requires the same Node', (path) => {
  const { engines } = JSON.parse(readFileSync(join(packages, path), 'utf8')) as { engines?: { node?: string } }

  expect(engines?.node).toBe(`>=${NODE_MIN_VERSION.replace(/\.0$/, '')}`)
})
