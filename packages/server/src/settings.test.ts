import { randomBytes } from 'node:crypto'
import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { describe, expect, test } from 'vitest'

import { readSettings, SettingsProblems } from './settings.ts'

const secret = 'kZ0pW8vqTn3yB6sE1hUjR5xLc9aFgMdO2iX7'
const production = {
  PORTICO_MODE: 'production',
  PORTICO_HOST: '0.0.0.0',
  PORTICO_BASE_URL: 'https://auth.example.com',
  PORTICO_SECRET: secret,
  PORTICO_SMTP_URL: 'smtp://user:pass@mail.example.com:587',
  DATABASE_URL: 'postgres://portico@db.example.com/portico',
}

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env)
  } catch (error) {
    if (error instanceof SettingsProblems) return error.problems
    throw error
  }
  return []
}

describe('readSettings', () => {
  test('given nothing but a secret, when read, then every setting has its documented default', () => {
    const settings = readSettings({ PORTICO_SECRET: secret })

    expect(settings).toMatchObject({
      mode: 'development',
      host: '127.0.0.1',
      port: 4100,
      baseUrl: 'http://127.0.0.1:4100',
      dashboardUrl: 'http://127.0.0.1:4100',
      databaseUrl: null,
      databasePool: 10,
      smtpUrl: null,
      passwordChecks: 'full',
      accessTokenSeconds: 600,
      codeMaxAttempts: 5,
      logLevel: 'info',
      metricsPort: null,
    })
    expect(settings.hashCost).toMatchObject({ memoryKib: 19_456, passes: 2 })
  })

  test('given many wrong values, when read, then one error names every variable and says what to write', () => {
    const problems = problemsOf({
      PORTICO_SECRET: secret,
      PORTICO_MODE: 'staging',
      PORTICO_PORT: '99999',
      PORTICO_BASE_URL: 'auth.example.com/path',
      DATABASE_URL: 'mysql://x',
      PORTICO_SMTP_URL: 'mail.example.com',
      PORTICO_TRUSTED_PROXIES: '10.0.0.0/8, nonsense',
      PORTICO_RATE_LIMITS: '{"passwordSignIn":{"perMoon":[1,1]},"flying":{}}',
      PORTICO_CODE_LIFETIMES: '{"password_reset":"soon"}',
      PORTICO_SEED: '/does/not/exist.json',
      PORTICO_PROT: '1',
    })

    const names = [
      'PORTICO_MODE',
      'PORTICO_PORT',
      'PORTICO_BASE_URL',
      'DATABASE_URL',
      'PORTICO_SMTP_URL',
      'PORTICO_TRUSTED_PROXIES',
      'PORTICO_RATE_LIMITS',
      'PORTICO_CODE_LIFETIMES',
      'PORTICO_SEED',
      'PORTICO_PROT',
    ]
    for (const name of names) expect(problems.join('\n')).toContain(name)
  })

  test('given a password in a database address, when that is wrong, then the message does not repeat it', () => {
    const problems = problemsOf({ PORTICO_SECRET: secret, DATABASE_URL: 'mysql://root:hunter2@db' })

    expect(problems.join('\n')).not.toContain('hunter2')
  })

  test('given development mode on a public address, when read, then it is refused', () => {
    expect(problemsOf({ PORTICO_SECRET: secret, PORTICO_HOST: '0.0.0.0' }).join('\n')).toContain('loopback')
  })

  test('given production settings, when read, then they are accepted', () => {
    expect(readSettings(production)).toMatchObject({ mode: 'production', baseUrl: 'https://auth.example.com' })
  })

  test.each([
    ['DATABASE_URL', ''],
    ['PORTICO_SECRET', ''],
    ['PORTICO_SECRET', 'short'],
    ['PORTICO_SECRET', 'changeme-changeme-changeme-changeme-changeme'],
    ['PORTICO_SECRET', 'x'.repeat(40)],
    ['PORTICO_SMTP_URL', ''],
    ['PORTICO_BASE_URL', 'http://auth.example.com'],
    ['PORTICO_RATE_LIMITS', 'off'],
    ['PORTICO_PASSWORD_CHECKS', 'length'],
    ['PORTICO_ARGON2_MEMORY_KIB', '1024'],
  ])('given %s="%s" in production, when read, then the start is refused', (name, value) => {
    expect(problemsOf({ ...production, [name]: value }).join('\n')).toContain(name)
  })

  test('given limits as JSON, when read, then they replace single values and leave the rest', () => {
    const { rateLimits } = readSettings({
      PORTICO_SECRET: secret,
      PORTICO_RATE_LIMITS: '{"passwordSignIn":{"perAddress":[5,10]}}',
    })

    expect(rateLimits?.passwordSignIn.perAddress).toEqual([5, 10])
    expect(rateLimits?.passwordSignIn.perAccountAndAddress).toEqual([20, 60])
    expect(rateLimits?.signUp.perAddress).toEqual([20, 60])
  })

  test('given development without a secret, when read twice, then one is made, kept private and found again', () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'portico-settings-'))

    const first = readSettings({ PORTICO_DATA_DIR: dataDir }).secrets[0]
    const second = readSettings({ PORTICO_DATA_DIR: dataDir }).secrets[0]

    expect(second).toBe(first)
    expect(first.length).toBeGreaterThanOrEqual(32)
    expect(statSync(path.join(dataDir, 'secret')).mode & 0o077).toBe(0)
  })

  test('given secrets that openssl made, when read, then none is taken for an example', () => {
    for (let index = 0; index < 500; index += 1) {
      expect(problemsOf({ PORTICO_SECRET: randomBytes(33).toString('base64') })).toEqual([])
    }
  })
})
