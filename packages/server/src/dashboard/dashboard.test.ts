import { createHash } from 'node:crypto'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { MasterSecret } from '../platform/crypto/master-secret.ts'
import { dashboardKey, dashboardKeys } from '../records/projects/dashboard-keys.ts'
import { findDashboard } from './files.ts'
import { dashboardRoutes } from './routes.ts'

const secret = new MasterSecret(['current secret of the service', 'older secret of the service'])
const providers = { isShared: (id: string): boolean => id === 'google' }
/** The service of the test has no project. */
const projects = { get: () => Promise.resolve(null) }
const settings = { baseUrl: 'https://auth.example/"><script>', mode: 'production' } as const

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-dashboard-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'secret.js'), 'secret')
  writeFileSync(join(folder, 'index.html'), '<html><head><title>Portico</title></head></html>')
  writeFileSync(join(folder, 'embed.html'), '<html></html>')
  writeFileSync(join(folder, 'assets/index-1.js'), 'plain')
  writeFileSync(join(folder, 'assets/index-1.js.br'), 'compressed')
})

afterAll(() => rmSync(folder, { recursive: true }))

async function request(path: string, headers: Record<string, string> = { accept: 'text/html' }): Promise<Response> {
  const files = findDashboard(folder)
  if (!files) throw new Error('The folder of the test has no dashboard.')
  const dependencies = { packagesUrl: 'https://auth.example/packages', projects, providers, secret, settings }
  return dashboardRoutes(dependencies, files).request(path, { headers })
}

describe('the files of the dashboard', () => {
  test('are its page for every address, with the settings as text, a strict policy and never from a cache', async () => {
    const answer = await request('/projects/x/start?framework=node')
    const text = await answer.text()

    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; (?!.*'unsafe-).*frame-src 'self'.*require-trusted-types-for 'script'.*frame-ancestors 'none'$/,
    )
    expect(text).toContain(`&quot;publishableClientKey&quot;:&quot;${dashboardKey(secret)}&quot;`)
    expect(text).toContain('&quot;packagesUrl&quot;:&quot;https://auth.example/packages&quot;')
    expect(text).toContain('&quot;sharedProviders&quot;:[&quot;google&quot;]')
    expect(text).not.toContain('<script>')
  })

  test('show mails in a page without origin, in which no other code runs', async () => {
    const answer = await request('/mail-preview')
    const [, script = ''] = /<script>([^]*)<\/script>/.exec(await answer.text()) ?? []
    const hash = createHash('sha256').update(script).digest('base64')

    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox allow-scripts; default-src 'none'; /)
    expect(answer.headers.get('content-security-policy')).toContain(` script-src 'sha256-${hash}'; `)
    expect(answer.headers.get('content-security-policy')).toContain('; img-src https: data: https://auth.example; ')
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  })

  test('are cached for a year, compressed where the browser can', async () => {
    const plain = await request('/assets/index-1.js', {})
    const compressed = await request('/assets/index-1.js', { 'accept-encoding': 'gzip, br' })

    expect(plain.headers.get('cache-control')).toContain('immutable')
    expect([await plain.text(), plain.headers.get('content-encoding')]).toEqual(['plain', null])
    expect([await compressed.text(), compressed.headers.get('content-encoding')]).toEqual(['compressed', 'br'])
  })

  test.each([
    ['gzip, BR;q=0.1', 'br'],
    ['*', null],
    ['br;q=0, gzip', null],
    ['br; q=0.000', null],
    ['x-br, br-x', null],
  ])('are compressed as the browser asks: %s', async (acceptEncoding, encoding) => {
    const answer = await request('/assets/index-1.js', { 'accept-encoding': acceptEncoding })

    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toBe('accept-encoding')
  })

  test.each([
    '/assets/none.js',
    '/assets/..%2fsecret.js',
    '/assets/../secret.js',
    '/assets/index-1.js.br',
    '/x.js',
    '/assets/',
  ])('do not include %s', async (path) => {
    expect((await request(path, { accept: '*/*' })).status).toBe(404)
  })

  test('include the page at the address of the service for every client', async () => {
    expect(await (await request('/', { accept: '*/*' })).text()).toContain('<meta name="portico-dashboard"')
    expect((await request('/users', { accept: '*/*' })).status).toBe(404)
  })

  test('are missing in a folder without a page', () => {
    expect(findDashboard(join(folder, 'assets'))).toBeNull()
  })
})

test('the key of the dashboard follows the master secrets', () => {
  const rotated = new MasterSecret(['newest secret of the service', 'current secret of the service'])

  expect(dashboardKeys(rotated)).toContain(dashboardKey(secret))
  expect(dashboardKey(rotated)).not.toBe(dashboardKey(secret))
})
