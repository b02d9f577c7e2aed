import { expect, test } from 'vitest'

import packageJson from '../../package.json' with { type: 'json' }
import { CLIENT_VERSION } from './version.ts'

test('requests name the version of the package', () => {
  expect(CLIENT_VERSION).toBe(`js ${packageJson.name}@${packageJson.version}`)
})
