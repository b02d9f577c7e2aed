import * as contract from '@portico/contract'
import { expect, test } from 'vitest'

import packageJson from '../../package.json' with { type: 'json' }
import * as limits from './limits.ts'
import * as onDemandLimits from './on-demand-limits.ts'
import { CLIENT_VERSION } from './version.ts'

test('given the limits of the contract, when compared with those of the client, then they agree', () => {
  expect(contract).toMatchObject({ ...limits, ...onDemandLimits })
})

test('given the package, when compared with the version that requests name, then they agree', () => {
  expect(CLIENT_VERSION).toBe(`js ${packageJson.name}@${packageJson.version}`)
})
