import type { Browser, Ports } from '../src/transport/ports.ts'

type Answer = { status?: number; headers?: Record<string, string>; body?: unknown } | Error
type Handler = (request: SentRequest) => Answer | Promise<Answer>

export interface SentRequest {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  /** Parsed JSON or form. Undefined without a body. */
  readonly body: unknown
}

export interface Surroundings {
  readonly ports: Ports
  readonly clock: TestClock
  /** Every request, in order. */
  readonly sent: SentRequest[]
  /** Every pause of the code, in order. */
  readonly pauses: number[]
  /** Every warning to the developer, in order. */
  readonly warnings: string[]
  /** Every printed line, in order. */
  readonly printed: string[]
}

export const baseUrl = 'https://api.example'
export const projectId = '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063'

/** Creates clock, network and browser for a test. Pauses take no time, unless `isManual` requires `clock.advance`. */
export function createSurroundings(
  handle: Handler,
  {
    browser = null,
    isManual = false,
    clock = new TestClock(),
  }: { browser?: Browser | null; isManual?: boolean; clock?: TestClock } = {},
): Surroundings {
  const sent: SentRequest[] = []
  const pauses: number[] = []
  const warnings: string[] = []
  const printed: string[] = []
  const ports: Ports = {
    fetch: async (url, init) => {
      const request = await readRequest(url, init)
      sent.push(request)
      const answer = await handle(request)
      if (answer instanceof Error) throw answer
      const { status = 200, headers = {}, body = {} } = answer
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const type = typeof body === 'string' ? 'text/plain' : 'application/json'
      return new Response(text, { status, headers: { 'content-type': type, ...headers } })
    },
    now: () => clock.now,
    random: () => 0.5,
    sleep: async (millis) => {
      pauses.push(millis)
      if (isManual) await clock.wait(millis)
      else clock.now += millis
    },
    after: (millis, run) => clock.after(millis, run),
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    print: (line) => printed.push(line),
    warn: (message) => warnings.push(message),
    browser: () => browser,
  }
  return { ports, clock, sent, pauses, warnings, printed }
}

async function readRequest(url: string, init: RequestInit): Promise<SentRequest> {
  const request = new Request(url, init)
  const text = await request.text()
  const isForm = request.headers.get('content-type')?.includes('urlencoded')
  const body: unknown =
    text === '' ? undefined : isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text)
  const { pathname, search, origin } = new URL(url)
  const path = origin === baseUrl ? `${pathname}${search}` : url
  return { method: request.method, path: path.replace('/api/v1', ''), headers: request.headers, body }
}

/** A known error in the form that the service sends to clients that request overridden statuses. */
export function knownError(code: string, status = 400, details?: unknown): Answer {
  return {
    status: 200,
    headers: { 'x-stack-known-error': code, 'x-stack-actual-status': String(status) },
    body: { code, error: `${code} happened`, ...(details !== undefined && { details }) },
  }
}

/** A clock that only tests advance. */
export class TestClock {
  now = 1_800_000_000_000
  #timers: { at: number; run: () => void }[] = []

  after(millis: number, run: () => void): () => void {
    const timer = { at: this.now + millis, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  wait(millis: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(millis, resolve)
    })
  }

  /** Advances the clock and runs all due timers in order. */
  async advance(millis: number): Promise<void> {
    const end = this.now + millis
    await settle()
    for (;;) {
      const due = this.#timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0]
      if (!due) break
      this.#timers = this.#timers.filter((other) => other !== due)
      this.now = Math.max(this.now, due.at)
      due.run()
      await settle()
    }
    this.now = end
  }
}

/** Runs all pending work that does not wait for a timer. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** A page with cookies like a browser's: `Max-Age=0` deletes them, and `Secure` and `__Host-` require HTTPS. */
export class TestBrowser implements Browser {
  readonly location: { href: string; assign: (url: string | URL) => void; replace: (url: string | URL) => void }
  readonly document: TestDocument
  readonly navigator: {
    onLine?: boolean
    locks?: Pick<LockManager, 'request'>
    credentials?: Pick<CredentialsContainer, 'get' | 'create'>
    userActivation?: Pick<UserActivation, 'isActive'>
  } = {}
  readonly history: Pick<History, 'state' | 'replaceState'> = {
    state: { page: 1 },
    replaceState: (_state, _unused, url) => {
      this.location.href = String(url)
    },
  }
  PublicKeyCredential?: NonNullable<Browser['PublicKeyCredential']>
  prompt?: Window['prompt']
  alert?: Window['alert']
  readonly #events = new EventTarget()
  readonly addEventListener = this.#events.addEventListener.bind(this.#events)
  readonly dispatchEvent = this.#events.dispatchEvent.bind(this.#events)
  readonly localStorage = new TestStorage()
  readonly sessionStorage = new TestStorage()
  readonly visits: string[] = []

  constructor(href: string, jar = new CookieJar()) {
    this.location = {
      href,
      assign: (url) => this.visits.push(`assign ${String(url)}`),
      replace: (url) => this.visits.push(`replace ${String(url)}`),
    }
    this.document = new TestDocument(jar, href.startsWith('https:'))
  }
}

class TestStorage implements Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  /** Throws at each access, as in a browser that blocks storage. */
  refuses = false
  readonly #entries = new Map<string, string>()

  getItem(key: string): string | null {
    this.#check()
    return this.#entries.get(key) ?? null
  }

  setItem(key: string, value: string): void {
    this.#check()
    this.#entries.set(key, value)
  }

  removeItem(key: string): void {
    this.#check()
    this.#entries.delete(key)
  }

  keys(): string[] {
    return [...this.#entries.keys()]
  }

  #check(): void {
    if (this.refuses) throw new DOMException('The operation is insecure.', 'SecurityError')
  }
}

/** The cookies of one browser, which all its tabs share. */
export class CookieJar {
  readonly cookies = new Map<string, string>()
  /** Every write as text. */
  readonly writes: string[] = []
  /** Cookies of another path or domain, which the page can read but not change or delete. */
  readonly foreign: string[] = []
  /** Ignores writes, as a browser that blocks cookies does. */
  refuses = false
}

class TestDocument implements Pick<Document, 'cookie' | 'hidden' | 'addEventListener'> {
  hidden = false
  prerendering = false
  readonly #jar: CookieJar
  readonly #isHttps: boolean
  readonly #events = new EventTarget()

  constructor(jar: CookieJar, isHttps: boolean) {
    this.#jar = jar
    this.#isHttps = isHttps
  }

  get cookie(): string {
    return [...this.#jar.foreign, ...[...this.#jar.cookies].map(([name, value]) => `${name}=${value}`)].join('; ')
  }

  set cookie(text: string) {
    this.#jar.writes.push(text)
    if (this.#jar.refuses) return
    const [pair = '', ...attributes] = text.split('; ')
    const [name = '', value = ''] = pair.split('=')
    if (attributes.includes('Secure') && !this.#isHttps) return
    if (name.startsWith('__Host-') && !(attributes.includes('Secure') && attributes.includes('Path=/'))) return
    if (attributes.includes('Max-Age=0')) this.#jar.cookies.delete(name)
    else this.#jar.cookies.set(name, value)
  }

  addEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    this.#events.addEventListener(type, listener)
  }

  /** Makes the visitor open a page that the browser has prerendered. */
  open(): void {
    this.prerendering = false
    this.#events.dispatchEvent(new Event('prerenderingchange'))
  }

  show(isVisible: boolean): void {
    this.hidden = !isVisible
    this.#events.dispatchEvent(new Event('visibilitychange'))
  }
}

/** Locks like `navigator.locks`. Tabs with the same instance share them. */
export class TestLocks {
  #tail: Promise<unknown> = Promise.resolve()

  readonly request = <Value>(_name: string, run: () => Promise<Value>): Promise<Value> => {
    const outcome = this.#tail.then(run, run)
    this.#tail = outcome.catch(() => {})
    return outcome
  }
}

/** Creates an access token with the claims of the service, without a signature. */
export function accessToken(
  claims: {
    sub?: string
    issuedAt?: number
    expiresAt?: number
    sessionId?: string
    serial?: number
    isRestricted?: boolean
    isImpersonation?: true
  } = {},
): string {
  const { expiresAt, isImpersonation, isRestricted, issuedAt, sessionId, serial, sub = 'user' } = claims
  const payload = {
    sub,
    iat: issuedAt === undefined ? undefined : issuedAt / 1000,
    exp: expiresAt === undefined ? undefined : expiresAt / 1000,
    refresh_token_id: sessionId,
    serial,
    is_restricted: isRestricted,
    is_impersonation: isImpersonation,
  }
  return `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.c2ln`
}

/** The wire form of a user. */
export function wireUser(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: '0f2f2a52-6b0e-4b9e-8a1a-b1b0d3a3f001',
    primary_email: 'ada@example.com',
    primary_email_verified: false,
    display_name: 'Ada',
    profile_image_url: null,
    client_metadata: null,
    client_read_only_metadata: null,
    signed_up_at_millis: 1_750_000_000_000,
    has_password: true,
    otp_auth_enabled: false,
    passkey_auth_enabled: false,
    auth_with_email: true,
    requires_totp_mfa: false,
    is_anonymous: false,
    is_restricted: false,
    restricted_reason: null,
    oauth_providers: [],
    selected_team_id: null,
    selected_team: null,
    has_sign_in_address: true,
    password_change_advised: false,
    factor_reset_at_millis: null,
    ...changes,
  }
}

/** A user as the service sends it to servers. */
export function wireServerUser(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return wireUser({
    primary_email_auth_enabled: false,
    server_metadata: null,
    last_active_at_millis: 1_750_000_000_000,
    has_been_active: true,
    second_factors: [],
    restricted_by_admin: false,
    restricted_by_admin_reason: null,
    restricted_by_admin_private_details: null,
    restricted_by_admin_until_millis: null,
    country_code: null,
    risk_scores: { sign_up: { bot: 0, free_trial_abuse: 0 } },
    ...changes,
  })
}
