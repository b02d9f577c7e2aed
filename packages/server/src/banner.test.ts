import { stripVTControlCharacters } from 'node:util'

import { expect, test } from 'vitest'

import { banner } from './banner.ts'
import { readSettings } from './settings.ts'

async function linesOf(env: Record<string, string>): Promise<string> {
  const settings = readSettings({ PORTICO_SECRET: 'kZ0pW8vqTn3yB6sE1hUjR5xLc9aFgMdO2iX7', ...env })
  return stripVTControlCharacters(await banner(settings, { firstAdminLink: () => Promise.resolve(null) }))
}

test('the banner writes IPv6 addresses in brackets, so that they can be opened', async () => {
  const lines = await linesOf({ PORTICO_HOST: '::1', PORTICO_PORT: '4200' })

  expect(lines).toMatch(/Service +http:\/\/\[::1\]:4200\n/)
})

test('the banner names the demo app that npm start serves, and none of another start', async () => {
  expect(await linesOf({ PORTICO_DEMO_URL: 'http://localhost:4101' })).toMatch(/Demo app +http:\/\/localhost:4101\n/)
  expect(await linesOf({})).not.toContain('Demo app')
})

test('the banner of development mode lists the look-alike providers', async () => {
  expect(await linesOf({})).toContain('http://127.0.0.1:4100/dev/providers\n')
})
