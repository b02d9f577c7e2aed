import type { MetricsRead, OwnedProjectRead, ProjectAdminRead, SignedIn } from '@portico/contract'
import {
  createTestPortico,
  lookAlikeProviders,
  someEmail,
  TEST_PASSWORD,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { FigureFolding } from '../../delivery/figure-folding.ts'
import { statement } from '../../kernel/statement.ts'
import { createLog } from '../../platform/log/log.ts'

const HOUR_MILLIS = 60 * 60_000
const DAY_MILLIS = 24 * HOUR_MILLIS
const DAYS = 31
const countries = ['DE', 'FR', 'US', null] as const

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico({
    settings: { PORTICO_TRUSTED_PROXIES: '127.0.0.1', PORTICO_COUNTRY_HEADER: 'x-end-user-country' },
  })
})

afterAll(() => portico.close())

async function readMetrics(project: TestProject): Promise<MetricsRead> {
  return expectStatus(200, project.admin().get<MetricsRead>('/internal/metrics'))
}

async function expectStatus<Body>(status: number, call: Promise<{ status: number; body: Body }>): Promise<Body> {
  const answer = await call
  expect([answer.status, answer.body]).toMatchObject([status, {}])
  return answer.body
}

function today(): string {
  return portico.clock.now().toISOString().slice(0, 10)
}

/** The headers of a browser behind the trusted proxy. */
function browserIn(country: string | null): { headers: Record<string, string> } {
  return { headers: { 'user-agent': 'Mozilla/5.0', ...(country !== null && { 'x-end-user-country': country }) } }
}

/** Numbers from 0 to 1 that depend only on the seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A user as the test tracks them, independently of the service. */
interface KnownUser {
  readonly id: string
  readonly email: string | null
  readonly signedUpOn: string
  refreshToken: string | null
  hasPassword: boolean
  hasOtp: boolean
  readonly providers: string[]
  passkeys: number
  country: string | null
}

/** Changes users of a project at random, and computes the resulting figures. */
class RandomHistory {
  readonly #project: TestProject
  readonly #random: () => number
  readonly #users: KnownUser[] = []
  readonly #activeUsers = new Map<string, Set<string>>()

  constructor(project: TestProject, seed: number) {
    this.#project = project
    this.#random = randomNumbers(seed)
  }

  async step(): Promise<string> {
    const acts = [
      () => this.#signUp(),
      () => this.#signUpAnonymously(),
      () => this.#createAsServer(),
      () => this.#signIn(),
      () => this.#signIn(),
      () => this.#refresh(),
      () => this.#refresh(),
      () => this.#changeMethods(),
      () => this.#changePasskeys(),
      () => this.#removeProvider(),
      () => this.#delete(),
      () => this.#jump(),
      () => this.#jump(),
      () => this.#restartOrFold(),
    ]
    return this.#one(acts)()
  }

  /** Computes the figures of the last 31 days from the tracked users. */
  expected(): Omit<MetricsRead, 'recently_registered' | 'recently_active'> {
    const days = Array.from({ length: DAYS }, (_, index) =>
      new Date(portico.clock.now().getTime() - (DAYS - 1 - index) * DAY_MILLIS).toISOString().slice(0, 10),
    )
    const users = this.#users
    const count = (isCounted: (user: KnownUser) => boolean): number => users.filter((user) => isCounted(user)).length
    const methods = {
      password: count(({ hasPassword }) => hasPassword),
      otp: count(({ hasOtp }) => hasOtp),
      passkey: users.reduce((sum, { passkeys }) => sum + passkeys, 0),
      google: count(({ providers }) => providers.includes('google')),
      github: count(({ providers }) => providers.includes('github')),
    }
    return {
      total_users: users.length,
      daily_users: days.map((date) => ({ date, activity: count(({ signedUpOn }) => signedUpOn === date) })),
      daily_active_users: days.map((date) => ({ date, activity: this.#activeUsers.get(date)?.size ?? 0 })),
      users_by_country: Object.fromEntries(
        countries
          .filter((country) => country !== null)
          .map((country) => [country, count((user) => user.country === country)] as const)
          .filter(([, amount]) => amount > 0),
      ),
      login_methods: Object.entries(methods)
        .filter(([, amount]) => amount > 0)
        .map(([method, amount]) => ({ method, count: amount }))
        .toSorted((a, b) => (a.method < b.method ? -1 : 1)),
    }
  }

  #one<T>(choices: readonly T[]): T {
    // The index is below the length.
    return choices[Math.floor(this.#random() * choices.length)] as T
  }

  #someUser(isWanted: (user: KnownUser) => boolean): KnownUser | null {
    const wanted = this.#users.filter((user) => isWanted(user))
    return wanted.length === 0 ? null : this.#one(wanted)
  }

  #noteActivity(user: KnownUser, country: string | null): void {
    const active = this.#activeUsers.get(today()) ?? new Set()
    this.#activeUsers.set(today(), active.add(user.id))
    user.country = country ?? user.country
  }

  #add(id: string, known: Partial<KnownUser>): KnownUser {
    const user: KnownUser = {
      id,
      email: null,
      signedUpOn: today(),
      refreshToken: null,
      hasPassword: false,
      hasOtp: false,
      providers: [],
      passkeys: 0,
      country: null,
      ...known,
    }
    this.#users.push(user)
    return user
  }

  async #signUp(): Promise<string> {
    const [country, email] = [this.#one(countries), someEmail()]
    const fields = { email, password: TEST_PASSWORD, verification_callback_url: 'http://localhost:3000/verify' }
    const signUp = this.#project.client().post<SignedIn>('/auth/password/sign-up', fields, browserIn(country))
    const { user_id: id, refresh_token: refreshToken } = await expectStatus(200, signUp)
    this.#noteActivity(this.#add(id, { email, hasPassword: true, refreshToken }), country)
    return `sign-up ${country}`
  }

  async #signUpAnonymously(): Promise<string> {
    const country = this.#one(countries)
    const signUp = this.#project.client().post<SignedIn>('/auth/anonymous/sign-up', {}, browserIn(country))
    const { user_id: id, refresh_token: refreshToken } = await expectStatus(200, signUp)
    this.#noteActivity(this.#add(id, { refreshToken }), country)
    return `anonymous sign-up ${country}`
  }

  async #createAsServer(): Promise<string> {
    const providers = this.#one([[], ['google'], ['google', 'github']])
    const [hasPassword, hasOtp, email] = [this.#random() < 0.5, this.#random() < 0.5, someEmail()]
    const { id } = await expectStatus(
      201,
      this.#project.server().post<{ id: string }>('/users', {
        primary_email: email,
        primary_email_auth_enabled: true,
        otp_auth_enabled: hasOtp,
        country_code: 'IT',
        oauth_providers: providers.map((provider) => ({ id: provider, account_id: email, email })),
        ...(hasPassword && { password: TEST_PASSWORD }),
      }),
    )
    this.#add(id, { email, hasPassword, hasOtp, providers: [...providers] })
    return `creation by a server ${providers.join(' ')}`
  }

  async #signIn(): Promise<string> {
    const user = this.#someUser(({ hasPassword, email }) => hasPassword && email !== null)
    if (!user) return 'nothing'
    const [country, fields] = [this.#one(countries), { email: user.email, password: TEST_PASSWORD }]
    const signIn = this.#project.client().post<SignedIn>('/auth/password/sign-in', fields, browserIn(country))
    user.refreshToken = (await expectStatus(200, signIn)).refresh_token
    this.#noteActivity(user, country)
    return `sign-in ${country}`
  }

  async #refresh(): Promise<string> {
    const user = this.#someUser(({ refreshToken }) => refreshToken !== null)
    if (!user) return 'nothing'
    const country = this.#one(countries)
    const client = this.#project.client().with({ refreshToken: user.refreshToken ?? '' })
    await expectStatus(200, client.post('/auth/sessions/current/refresh', {}, browserIn(country)))
    this.#noteActivity(user, country)
    return `refresh ${country}`
  }

  async #changeMethods(): Promise<string> {
    const user = this.#someUser(({ email }) => email !== null)
    if (!user) return 'nothing'
    ;[user.hasPassword, user.hasOtp] = [this.#random() < 0.5, this.#random() < 0.5]
    const fields = { password: user.hasPassword ? TEST_PASSWORD : null, otp_auth_enabled: user.hasOtp }
    await expectStatus(200, this.#project.server().patch(`/users/${user.id}`, fields))
    // A changed password ends the sessions.
    user.refreshToken = null
    return 'change of methods'
  }

  async #changePasskeys(): Promise<string> {
    const user = this.#someUser(() => true)
    if (!user) return 'nothing'
    const { db } = portico.database
    if (user.passkeys > 0 && this.#random() < 0.5) {
      await db.run(statement`delete from user_passkeys where project_id = ${this.#project.id} and user_id = ${user.id}`)
      user.passkeys = 0
      return 'removal of passkeys'
    }
    await db.run(statement`
      insert into user_passkeys (project_id, user_id, credential_id, public_key, counter, device_type, is_backed_up,
        has_verified, rp_id, created_at, last_used_at)
      values (${this.#project.id}, ${user.id}, ${Buffer.from(someEmail())}, 'key', 0, 'multi_device', true, true,
        'localhost', ${portico.clock.now()}, ${portico.clock.now()})`)
    user.passkeys += 1
    return 'passkey'
  }

  async #removeProvider(): Promise<string> {
    const user = this.#someUser(({ providers }) => providers.length > 0)
    if (!user) return 'nothing'
    await portico.database.db.run(statement`
      delete from oauth_accounts
      where project_id = ${this.#project.id} and user_id = ${user.id} and provider_id = ${user.providers.pop()}`)
    return 'removal of a provider account'
  }

  async #delete(): Promise<string> {
    const user = this.#someUser(() => true)
    if (!user) return 'nothing'
    await expectStatus(200, this.#project.server().delete(`/users/${user.id}`))
    this.#users.splice(this.#users.indexOf(user), 1)
    return 'deletion'
  }

  async #jump(): Promise<string> {
    const hours = this.#one([1, 5, 20, 24, 70, -2, -24, -49])
    portico.clock.advance(hours * HOUR_MILLIS)
    return `${hours} hours`
  }

  async #restartOrFold(): Promise<string> {
    const doesRestart = this.#random() < 0.4
    await (doesRestart ? portico.restart() : portico.service.idle())
    return doesRestart ? 'restart' : 'fold'
  }
}

describe('the figures of a project', () => {
  test.each([1, 2])(
    'equal a recount after a random history, also while deltas are open (seed %i)',
    async (seed) => {
      const config = { magic_link_enabled: true, oauth_providers: lookAlikeProviders }
      const [project, other] = [await portico.createProject({ config }), await portico.createProject({ config })]
      await new RandomHistory(other, seed).step()
      await other.signUp()
      const before = await readMetrics(other)
      const history = new RandomHistory(project, seed)

      const acts: string[] = []
      for (let step = 1; step <= 120; step += 1) {
        acts.push(await history.step())
        if (step % 4 === 0) expect({ acts, ...(await readMetrics(project)) }).toMatchObject(history.expected())
      }

      const { total_users, login_methods, users_by_country } = before
      expect(await readMetrics(other)).toMatchObject({ total_users, login_methods, users_by_country })
    },
    60_000,
  )
})

/** Writes open deltas of figures that no other code changes. */
async function addDeltas(project: TestProject, count: number): Promise<void> {
  await portico.database.db.run(statement`
    insert into figure_deltas (project_id, figure, key, amount)
    select ${project.id}, 'countries', case n % 2 when 0 then 'SE' else 'NO' end, 1 from generate_series(1, ${count}) n`)
}

describe('GET /internal/metrics', () => {
  test('is exact while two workers add up the same deltas', async () => {
    const [project, other] = [await portico.createProject(), await portico.createProject()]
    await addDeltas(project, 6_000)
    await addDeltas(other, 10)
    const workers = [1, 2].map(() => new FigureFolding({ db: portico.database.db, log: createLog('silent') }))

    const folding = Promise.all(workers.map((worker) => worker.fold()))
    const during = await readMetrics(project)
    await folding

    const { count } = await portico.database.db.run(statement`select 1 from figure_deltas`)
    expect(count).toBe(0)
    for (const read of [during, await readMetrics(project)])
      expect(read.users_by_country).toEqual({ NO: 3_000, SE: 3_000 })
    expect((await readMetrics(other)).users_by_country).toEqual({ NO: 5, SE: 5 })
  })

  test('lists users by sign-up and by activity, anonymous ones too, but none without activity as active', async () => {
    const project = await portico.createProject()
    const ids: string[] = []
    for (const isAnonymous of [false, true, false, false, true, false]) {
      portico.clock.advance(2 * 60_000)
      ids.push((await (isAnonymous ? project.signUpAnonymously() : project.signUp())).id)
    }
    const [first] = ids
    portico.clock.advance(2 * 60_000)
    await expectStatus(200, project.server().post('/auth/sessions', { user_id: first }))
    const created = await project.server().post<{ id: string }>('/users', {})

    const { recently_registered: registered, recently_active: active } = await readMetrics(project)
    for (let more = 0; more < 5; more += 1) await project.server().post('/users', {})

    expect(registered.map(({ id }) => id)).toEqual([created.body.id, ...ids.toReversed().slice(0, 4)])
    expect(active.map(({ id }) => id)).toEqual([first, ...ids.toReversed().slice(0, 4)])
    expect((await readMetrics(project)).recently_active).toEqual(active)
    expect(active[0]).toEqual((await project.server().get(`/users/${first}`)).body)
  })

  test('ignores query parameters, and shows zeros and nothing for a new project', async () => {
    const project = await portico.createProject()

    const { body } = await project.admin().get<MetricsRead>('/internal/metrics?include_anonymous=true&limit=x')

    const zeros = body.daily_users.map(({ date }) => ({ date, activity: 0 }))
    expect(zeros).toHaveLength(DAYS)
    expect(zeros.at(-1)?.date).toBe(today())
    expect(body).toEqual({
      total_users: 0,
      daily_users: zeros,
      daily_active_users: zeros,
      users_by_country: {},
      recently_registered: [],
      recently_active: [],
      login_methods: [],
    })
  })

  test('takes no country from an impersonator, from an unknown text or from a header that is not configured', async () => {
    const project = await portico.createProject()
    const { refreshToken } = await project.signUp()
    const impersonation = { is_impersonation: true, expires_in_millis: 60_000 }
    const { id } = await project.signUp()
    const session = await project.server().post<SignedIn>('/auth/sessions', { user_id: id, ...impersonation })
    const refresh = (token: string, headers: Record<string, string>): Promise<unknown> =>
      expectStatus(
        200,
        project.client().with({ refreshToken: token }).post('/auth/sessions/current/refresh', {}, { headers }),
      )

    await refresh(session.body.refresh_token, browserIn('DE').headers)
    for (const text of ['XX', 'T1', 'de', 'DEU']) await refresh(refreshToken, browserIn(text).headers)
    await refresh(refreshToken, { 'user-agent': 'Mozilla/5.0', 'cf-ipcountry': 'DE' })

    expect((await readMetrics(project)).users_by_country).toEqual({})
    await refresh(refreshToken, browserIn('DE').headers)
    expect((await readMetrics(project)).users_by_country).toEqual({ DE: 1 })
  })
})

describe('the number of users', () => {
  test('is the same in every answer with the project, and owners also see the sign-ups of 14 days', async () => {
    const project = await portico.createProject()
    portico.clock.advance(-DAY_MILLIS)
    await project.signUp()
    portico.clock.advance(DAY_MILLIS)
    await project.signUpAnonymously()
    const { id } = await project.signUp()
    await project.server().delete(`/users/${id}`)

    const path = '/internal/projects/current'
    const answers = [
      await project.admin().get<ProjectAdminRead>(path),
      await project.admin().get<ProjectAdminRead>('/projects/current'),
      await project.admin().patch<ProjectAdminRead>(path, { description: 'Counted' }),
    ]
    const owner = portico.internal({ accessToken: project.ownerAccessToken })
    const { body } = await owner.get<{ items: OwnedProjectRead[] }>('/internal/projects')
    const [owned] = body.items

    expect([...answers.map((answer) => answer.body), owned].map((read) => read?.user_count)).toEqual([2, 2, 2, 2])
    const signUps = owned?.daily_sign_ups.map(({ activity }) => activity)
    expect(signUps).toEqual([...Array.from({ length: 12 }, () => 0), 1, 1])
    expect(owned?.daily_sign_ups.at(-1)?.date).toBe(today())
  })

  test('leaves nothing behind when the project is deleted', async () => {
    const project = await portico.createProject()
    await project.signUp()
    await portico.service.idle()
    await project.signUp()

    await expectStatus(200, project.admin().delete('/internal/projects/current'))
    await portico.service.idle()

    const { rows } = await portico.database.db.run(statement`
      select figure from figures where project_id = ${project.id}
      union all select figure from figure_deltas where project_id = ${project.id}`)
    expect(rows).toEqual([])
  })
})
