import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'

import ipaddr from 'ipaddr.js'

import type { Cidr } from './kernel/cidr.ts'
import type { Mode } from './kernel/mode.ts'
import { canonicalEmail, rateLimitDefaults, type RateLimit, type RateLimits } from '@portico/contract'
import type { BreachedPasswordSource } from './platform/breached-passwords/breached-passwords.ts'
import { readCells, type CellSettings } from './platform/cells/cell-settings.ts'
import { parseMailServer, parseSender } from './platform/mailer/mail-settings.ts'
import { findUrlProblem } from './platform/db/database-url.ts'
import { readSeedFile, type Seed } from './admin/projects/seed-file.ts'
import { readPartnerClients, type ConfiguredPartner } from './api/call/partner-clients.ts'
import { SettingsProblems } from './kernel/settings-problems.ts'
import { errorCode, percentEncodingAdvice, StartupProblem } from './kernel/startup-problem.ts'
import { codeLifetimeDefaults, type CodeLifetimes } from './records/verification-codes/lifetimes.ts'

const SECRET_MIN_CHARACTERS = 32

/** Variables of the SDK, the command line and the tools, which share the environment with the service. */
const foreignNames =
  /^PORTICO_(?:PROJECT_ID|PUBLISHABLE_CLIENT_KEY|SECRET_SERVER_KEY|SUPER_SECRET_ADMIN_KEY|API_URL|APP_URL|EXTRA_REQUEST_HEADERS|DISABLE_INTERACTIVE|IMPORT_[A-Z_]+|WEBHOOK_SECRET|TEST_.*|CHROMIUM|POSTGRES_BIN|REDIS_SERVER)$/

const exampleSecrets = /^(.)\1*$|change[-_ ]?(?:me|this)|example|^(?:secret|password)/i

/** Reads variables of the environment and collects their problems. */
export class SettingsReader {
  readonly #env: NodeJS.ProcessEnv
  readonly #problems: string[] = []
  readonly #known = new Set<string>()

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
  }

  problem(text: string): void {
    this.#problems.push(text)
  }

  finish(): void {
    if (this.#problems.length > 0) throw new SettingsProblems(this.#problems)
  }

  /** Reports unknown names with the prefix PORTICO_, so that a misspelt setting is not ignored. */
  refuseUnknown(): void {
    for (const name of Object.keys(this.#env)) {
      if (name.startsWith('PORTICO_') && !this.#known.has(name) && !foreignNames.test(name)) {
        this.problem(`${name} is not a setting of Portico. Check its spelling; the README lists all settings.`)
      }
    }
  }

  text(name: string): string | null {
    this.#known.add(name)
    return this.#env[name]?.trim() || null
  }

  oneOf<const T extends string>(name: string, values: readonly T[], fallback: T): T {
    const text = this.text(name)
    if (text === null) return fallback
    const value = values.find((candidate) => candidate === text)
    if (value === undefined) this.problem(`${name} is "${text}". It must be one of: ${values.join(', ')}.`)
    return value ?? fallback
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const text = this.text(name)
    if (text === null) return fallback
    const value = Number(text)
    if (Number.isInteger(value) && value >= min && value <= max) return value
    this.problem(`${name} is "${text}". It must be a whole number from ${min} to ${max}.`)
    return fallback
  }

  integerOrOff(name: string, min: number, max: number): number | null {
    const text = this.text(name)
    return text === null || text === 'off' ? null : this.integer(name, min, min, max)
  }

  origin(name: string): string | null {
    const text = this.text(name)
    if (text === null) return null
    const url = URL.parse(text)
    if (
      url &&
      (url.protocol === 'http:' || url.protocol === 'https:') &&
      url.pathname === '/' &&
      url.search + url.hash + url.username === ''
    ) {
      return url.origin
    }
    this.problem(`${name} is "${text}". It must be a URL without a path, for example https://auth.example.com.`)
    return null
  }

  breachedPasswords(name: string): BreachedPasswordSource {
    const text = this.text(name)
    if (text === null) return { type: 'service', url: 'https://api.pwnedpasswords.com/range/' }
    if (!/^[a-z]+:\/\//i.test(text)) return { type: 'file', path: path.resolve(text) }
    const url = URL.parse(text)
    const isUsable =
      url && /^https?:$/.test(url.protocol) && url.pathname.endsWith('/') && url.search + url.hash + url.username === ''
    if (!isUsable) {
      this.problem(`${name} is "${text}". It must be a file, or an http or https URL that ends with "/".`)
    }
    return { type: 'service', url: text }
  }

  turnstileUrl(name: string): string {
    const text = this.text(name)
    if (text === null) return 'https://challenges.cloudflare.com/turnstile/v0/siteverify'
    const url = URL.parse(text)
    const isUsable = url && /^https?:$/.test(url.protocol) && url.search + url.hash + url.username === ''
    if (!isUsable) this.problem(`${name} is "${text}". It must be an http or https URL without a query.`)
    return text
  }

  databaseUrl(name: string): string | null {
    const text = this.text(name)
    const problem = text === null ? null : findUrlProblem(text)
    if (problem === null) return text
    this.problem(`${name} ${problem}`)
    return null
  }

  redisUrl(name: string): string | null {
    const text = this.text(name)
    if (text === null || isRedisUrl(text)) return text
    this.problem(
      `${name} must be a redis:// or rediss:// URL with a host, for example redis://user:password@127.0.0.1:6379/0. ${percentEncodingAdvice}`,
    )
    return null
  }

  smtpUrl(name: string): string | null {
    return this.#accepted(name, parseMailServer)
  }

  mailFrom(name: string): string | null {
    return this.#accepted(name, parseSender)
  }

  /** The text if the parser accepts it. */
  #accepted(name: string, parse: (text: string) => unknown): string | null {
    const text = this.text(name)
    if (text === null) return null
    try {
      parse(text)
      return text
    } catch (error) {
      if (!(error instanceof StartupProblem)) throw error
      this.problem(`${error.message} ${error.nextStep}`)
      return null
    }
  }

  seed(name: string, mode: Mode): Seed {
    const text = this.text(name)
    if (text === null) return {}
    const { seed, problems } = readSeedFile(path.resolve(text), mode === 'production')
    for (const problem of problems) this.problem(`${name} ${problem}`)
    return seed
  }

  cidrs(name: string): Cidr[] {
    const list = (this.text(name) ?? '').split(',').map((entry) => entry.trim())
    return list.filter(Boolean).flatMap((entry) => {
      const isAddress = isIP(entry.split('/', 1)[0] ?? '') !== 0
      if (isAddress && ipaddr.isValidCIDR(entry)) return [ipaddr.parseCIDR(entry)]
      if (isIP(entry) !== 0) return [ipaddr.parseCIDR(`${entry}/${entry.includes(':') ? 128 : 32}`)]
      this.problem(
        `${name} contains "${entry}". It must be a list of address ranges separated by commas, for example 10.0.0.0/8,fd00::/8.`,
      )
      return []
    })
  }

  /** Names of domains, in their ASCII form. */
  domains(name: string): string[] {
    const list = (this.text(name) ?? '').split(',').map((entry) => entry.trim())
    return list.filter(Boolean).flatMap((entry) => {
      const domain = canonicalEmail(`noreply@${entry}`)?.slice('noreply@'.length)
      if (domain !== undefined && domain.includes('.') && isIP(domain) === 0) return [domain]
      this.problem(
        `${name} contains "${entry}". It must be a list of domains separated by commas, for example example.com,example.org. Their sub-domains are included.`,
      )
      return []
    })
  }

  /** An address with an optional port. */
  dnsServer(name: string): string | null {
    const text = this.text(name)
    if (text === null) return null
    const [, v6, v4, port = '53'] = /^(?:\[(.*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(text) ?? []
    const address = v6 ?? v4 ?? text
    const isAddress = isIP(address) === (v4 === undefined ? 6 : 4)
    if (isAddress && Number(port) >= 1 && Number(port) <= 65_535) return text
    this.problem(
      `${name} is "${text}". It must be an IP address with an optional port, for example 192.0.2.53 or [2001:db8::53]:5353.`,
    )
    return null
  }

  headerName(name: string): string | null {
    const text = this.text(name)
    if (text === null || /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(text)) return text
    this.problem(`${name} is "${text}". It must be the name of a request header, for example cf-ipcountry.`)
    return null
  }

  secrets(name: string, mode: Mode, dataDir: string): readonly [string, ...string[]] {
    const [first, ...older] = (this.text(name) ?? '')
      .split(',')
      .map((secret) => secret.trim())
      .filter(Boolean)
    if (first !== undefined) {
      if ([first, ...older].some(isWeakSecret)) {
        this.problem(
          `${name} must contain secrets of at least ${SECRET_MIN_CHARACTERS} random characters, for example from: openssl rand -base64 33`,
        )
      }
      return [first, ...older]
    }
    if (mode === 'production') {
      this.problem(
        `${name} is not set. Set it to at least ${SECRET_MIN_CHARACTERS} random characters, for example from: openssl rand -base64 33`,
      )
      return ['']
    }
    try {
      const secret = developmentSecret(dataDir)
      if (secret.length >= SECRET_MIN_CHARACTERS) return [secret]
      this.problem(
        `${path.join(dataDir, 'secret')} does not contain a secret of at least ${SECRET_MIN_CHARACTERS} characters. Restore the file or set ${name}. If you do not need the data, remove the file.`,
      )
    } catch (error) {
      this.problem(
        `PORTICO_DATA_DIR is ${dataDir}, where the secret cannot be stored (${errorCode(error)}). Use a folder that this user may write to, or set ${name}.`,
      )
    }
    return ['']
  }

  cronSecret(name: string, mode: Mode): string | null {
    const text = this.text(name)
    if (text !== null && mode === 'production' && isWeakSecret(text)) {
      this.problem(
        `${name} must have at least ${SECRET_MIN_CHARACTERS} random characters, for example from: openssl rand -base64 33`,
      )
    }
    return text
  }

  partners(name: string, mode: Mode): readonly ConfiguredPartner[] {
    const text = this.text(name)
    if (text === null) return []
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      // The parser's message quotes the text, which contains secrets.
      this.problem(
        `${name} must be a JSON list such as [{"partner":"custom","client_id":"acme","client_secret":"…","redirect_uris":["https://acme.example/callback"]}].`,
      )
      return []
    }
    const { clients, problems } = readPartnerClients(name, value)
    for (const problem of problems) this.problem(problem)
    const weak = mode === 'production' ? clients.filter(({ clientSecret }) => isWeakSecret(clientSecret)) : []
    for (const { clientId } of weak) {
      this.problem(
        `${name}: the client_secret of ${clientId} must have at least ${SECRET_MIN_CHARACTERS} random characters, for example from: openssl rand -base64 33`,
      )
    }
    return clients
  }

  cells(name: string, databaseUrl: string | null): readonly CellSettings[] {
    const text = this.text(name)
    if (text === null) return []
    if (databaseUrl === null) {
      this.problem(`${name} requires DATABASE_URL: the embedded database has no cells.`)
      return []
    }
    const { cells, problems } = readCells(name, text, databaseUrl)
    for (const problem of problems) this.problem(problem)
    return cells
  }

  rateLimits(name: string, mode: Mode): RateLimits | null {
    const text = this.text(name)
    if (text === null || text === 'on') return rateLimitDefaults
    if (text === 'off') {
      if (mode === 'production')
        this.problem(
          `${name}=off is for development and tests only. Remove it, or raise individual limits with a JSON object.`,
        )
      return null
    }
    const overrides = this.#jsonObject(
      name,
      text,
      'on, off or a JSON object such as {"passwordSignIn":{"perAddress":[60,60]}}',
    )
    return mergeRateLimits(overrides, (problem) => this.problem(`${name}: ${problem}`))
  }

  codeLifetimes(name: string): CodeLifetimes {
    const text = this.text(name)
    if (text === null) return codeLifetimeDefaults
    const merged: Record<string, number> = { ...codeLifetimeDefaults }
    for (const [kind, seconds] of Object.entries(
      this.#jsonObject(name, text, 'a JSON object such as {"password_reset":1800}'),
    )) {
      if (!(kind in codeLifetimeDefaults))
        this.problem(`${name} names "${kind}". It must be one of: ${Object.keys(codeLifetimeDefaults).join(', ')}.`)
      else if (!isLifetime(seconds))
        this.problem(`${name}: ${kind} must be a whole number of seconds, from 30 to 2592000 (30 days).`)
      else merged[kind] = seconds
    }
    return merged as CodeLifetimes
  }

  #jsonObject(name: string, text: string, expected: string): Record<string, unknown> {
    try {
      const value: unknown = JSON.parse(text)
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
    } catch {
      // Malformed JSON has the same problem text as a value that is not an object.
    }
    this.problem(`${name} must be ${expected}.`)
    return {}
  }
}

function isWeakSecret(secret: string): boolean {
  return secret.length < SECRET_MIN_CHARACTERS || exampleSecrets.test(secret)
}

function mergeRateLimits(overrides: Record<string, unknown>, problem: (text: string) => void): RateLimits {
  const merged = structuredClone(rateLimitDefaults) as Record<string, Record<string, RateLimit>>
  for (const [route, dimensions] of Object.entries(overrides)) {
    const known = merged[route]
    if (!known || typeof dimensions !== 'object' || dimensions === null) {
      problem(`"${route}" is not a limit. The limits are: ${Object.keys(merged).join(', ')}.`)
      continue
    }
    for (const [dimension, limit] of Object.entries(dimensions)) {
      if (!(dimension in known))
        problem(`${route} has no dimension "${dimension}"; it has: ${Object.keys(known).join(', ')}.`)
      else if (!isLimit(limit))
        problem(`${route}.${dimension} must be [calls, seconds] with two whole numbers above 0.`)
      else known[dimension] = { calls: limit[0], seconds: limit[1] }
    }
  }
  return merged as unknown as RateLimits
}

function isLifetime(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 30 && Number(value) <= 2_592_000
}

function isLimit(value: unknown): value is readonly [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => Number.isInteger(part) && part > 0)
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

function isRedisUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !/^rediss?:$/.test(url.protocol) || url.hostname === '' || !/^\/?\d*$/.test(url.pathname)) return false
  return url.hash === '' && isPercentEncoded(url.username + url.password)
}

/** Reads the secret of development mode, or creates it. It is stored next to the data that it seals. */
function developmentSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const secret = randomBytes(33).toString('base64url')
  writeFileSync(file, `${secret}\n`, { mode: 0o600 })
  return secret
}
