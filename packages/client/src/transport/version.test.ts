import { expect, test } from 'vitest'

import packageJson from '../../package.json' with { type: 'json' }
import { CLIENT_VERSION } from './version.ts'

test('the client version matches package.json', () => {
  expect(CLIENT_VERSION).toBe(`js ${packageJson.name}@${packageJson.version}`)
})
