import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findPortPair, NpmStart } from '../e2e/npm-start.ts'
import { serviceOrigin } from './service-process.mjs'

const root = join(import.meta.dirname, '..')

test.each([
  ['127.0.0.1', 'http://127.0.0.1:4100'],
  ['::1', 'http://[::1]:4100'],
])('the demo calls the service that listens on %s', (host, origin) => {
  expect(serviceOrigin(host, 4100)).toBe(origin)
})

test('npm start names the port of the demo if it is in use, and starts nothing', async () => {
  const port = await findPortPair()
  const other = createServer().listen(port + 1, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const dataDir = join(root, 'e2e/.artifacts', `start-${port}`)

  const started = NpmStart.launch(port, { PORTICO_DATA_DIR: dataDir })

  expect(await started.ended()).toBe(1)
  expect(started.output).toContain(`The demo app cannot use port ${port + 1} on 127.0.0.1`)
  expect(started.output).toContain('PORTICO_PORT')
  expect(started.output).not.toMatch(/ {4}at |Portico is up/)
  expect(existsSync(dataDir)).toBe(false)
})

test.each([
  ['a public address', { PORTICO_HOST: '0.0.0.0' }, 'PORTICO_HOST'],
  ['an invalid port', { PORTICO_PORT: 'nope' }, 'PORTICO_PORT'],
  ['an unknown mode', { PORTICO_MODE: 'staging' }, 'PORTICO_MODE'],
])('npm start names the setting and starts no demo for %s', async (_case, env, name) => {
  const started = NpmStart.launch(await findPortPair(), env)

  expect(await started.ended()).toBe(1)
  expect(started.output).toContain(name)
  expect(started.output).not.toContain('vite')
})
