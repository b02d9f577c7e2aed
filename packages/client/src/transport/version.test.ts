import { expect, test } from 'vitest'

import packageJson from '../../package.json' with { type: 'json' }
import { baseUrl, createSurroundings, projectId } from '../../test/surroundings.ts'
import { PorticoClientApp } from '../app/client-app.ts'
import { PorticoServerApp } from '../server/server-app.ts'
import { CLIENT_VERSION } from './version.ts'

test('the client version matches package.json', () => {
  expect(CLIENT_VERSION).toBe(`js ${packageJson.name}@${packageJson.version}`)
})

test('every app has the version of the SDK', () => {
  const options = { tokenStore: null, projectId, publishableClientKey: 'pck', baseUrl }
  const { ports } = createSurroundings(() => ({}))

  expect(new PorticoClientApp(options, ports).version).toBe(CLIENT_VERSION)
  expect(new PorticoServerApp({ ...options, secretServerKey: 'ssk' }, ports).version).toBe(CLIENT_VERSION)
})
