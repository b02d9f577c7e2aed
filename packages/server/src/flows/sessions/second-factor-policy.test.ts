import {
  endpoints,
  requiredFactorResults,
  type EndpointSpec,
  type FactorSituation,
  type FactorState,
} from '@portico/contract'
import {
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  totpCode,
  VirtualAuthenticator,
  type Answer,
  type TestPortico,
  type TestProject,
  type TestSession,
  type TestUser,
} from '@portico/testkit'
import fc from 'fast-check'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { withApiKeys } from '../../../test/api-keys.ts'
import { asOwner as asOwnerOf } from '../../../test/owner.ts'
import { examplePath } from '../../../test/example-path.ts'
import { walkedWays } from '../../../test/walked-ways.ts'
import { statement } from '../../kernel/statement.ts'
import { newProjectConfig, type Project } from '../../records/projects/project.ts'
import { secondFactorDueAt, withPolicyStart } from '../../records/projects/second-factor-policy.ts'

const DAY_MILLIS = 24 * 60 * 60_000
const callback_url = 'http://localhost:3000/handler/magic-link'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({
    config: {
      magic_link_enabled: true,
      passkey_enabled: true,
      anonymous_enabled: true,
      ...withApiKeys,
      user_data_export_enabled: true,
      member_role_management_enabled: true,
      oauth_providers: [{ id: 'google', type: 'shared' }],
    },
  })
})

beforeEach(() => configure({ second_factor_policy: 'optional', passkey_enabled: true }))

afterAll(() => portico.close())

/** The settings that the tests have set in the project. */
const present: Record<string, unknown> = {}

/** Calls the service only if a setting differs from those of the previous test. */
async function configure(config: Record<string, unknown>): Promise<void> {
  if (Object.entries(config).every(([name, value]) => present[name] === value)) return
  expect((await project.admin().patch('/internal/projects/current', { config })).status).toBe(200)
  Object.assign(present, config)
}

/** Requires a second factor after this number of days; null requires none. */
function setPolicy(graceDays: number | null): Promise<void> {
  return configure(
    graceDays === null
      ? { second_factor_policy: 'optional' }
      : { second_factor_policy: 'required', second_factor_grace_days: graceDays },
  )
}

function setPasskeys(passkey_enabled: boolean): Promise<void> {
  return configure({ passkey_enabled })
}

/** Signs up a user whose mailbox is proved, which an authenticator app requires. */
async function signUp(): Promise<TestUser> {
  const user = await project.signUp()
  await proveMailbox(user)
  return user
}

async function proveMailbox({ email, ...session }: TestSession & Pick<TestUser, 'email'>): Promise<void> {
  const body = { code: await portico.mailbox.latestCode(email), account: 'mine' }
  expect((await project.client(session).post('/contact-channels/verify', body)).status).toBe(200)
}

function signIn({ email }: Pick<TestUser, 'email'>): Promise<Answer> {
  return project.client().post('/auth/password/sign-in', { email, password: TEST_PASSWORD })
}

/** Moves to the middle of the next time step, in which no code of an app was used. */
function nextTimeStep(): void {
  portico.clock.advance(45_000 - (portico.clock.now().getTime() % 30_000))
}

async function proveFactor(user: TestUser, secret: string): Promise<TestSession> {
  nextTimeStep()
  const { body } = await signIn(user)
  const { attempt_code: code } = (body as unknown as { details: { attempt_code: string } }).details
  const totp = await totpCode(secret, portico.clock)
  return sessionOf(await project.client().post('/auth/mfa/sign-in', { type: 'totp', code, totp }))
}

function sessionOf(answer: Answer): TestSession {
  expect(answer).toMatchObject({ status: 200 })
  return {
    id: String(answer.body.user_id),
    accessToken: String(answer.body.access_token),
    refreshToken: String(answer.body.refresh_token),
  }
}

function refresh(refreshToken: string): Promise<Answer> {
  return project.client().post('/auth/sessions/current/refresh', undefined, {
    headers: { 'x-stack-refresh-token': refreshToken },
  })
}

async function sendCode(email: string): Promise<string> {
  await project.client().post('/auth/otp/send-sign-in-code', { email, callback_url })
  return portico.mailbox.latestCode(email)
}

type Started = { code: string; options_json: { challenge: string; user: { id: string } } }

async function addPasskey(user: TestSession, verifiesUser: boolean): Promise<VirtualAuthenticator> {
  const authenticator = new VirtualAuthenticator({ verifiesUser })
  const http = project.client(user)
  const { body } = await http.post<Started>('/auth/passkey/initiate-passkey-registration', {})
  const credential = authenticator.register(body.options_json)
  expect((await http.post('/auth/passkey/register', { credential, code: body.code })).status).toBe(200)
  return authenticator
}

async function signInWithPasskey(authenticator: VirtualAuthenticator): Promise<Answer> {
  const { body } = await project.client().post<Started>('/auth/passkey/initiate-passkey-authentication', {})
  const authentication_response = authenticator.authenticate(body.options_json)
  return project.client().post('/auth/passkey/sign-in', { authentication_response, code: body.code })
}

/** What the session of the answer must do, by its token and by the calls that the service accepts. */
async function stateOf(answering: Promise<Answer>): Promise<FactorState> {
  const answer = await answering
  if (['MULTI_FACTOR_AUTHENTICATION_REQUIRED', 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'].includes(String(answer.body.code)))
    return 'must_prove'
  expect(answer).toMatchObject({ status: 200 })
  const accessToken = String(answer.body.access_token)
  const state = await stateOfToken(accessToken)
  const isRestricted = state === 'must_enrol'
  expect(decodeJwt(accessToken)).toMatchObject({
    aud: isRestricted ? `${project.id}:restricted` : project.id,
    is_restricted: isRestricted,
    restricted_reason: isRestricted ? { type: 'second_factor_required' } : null,
  })
  return state
}

/** What the session of the access token must do, by the calls that the service accepts. */
async function stateOfToken(accessToken: string): Promise<FactorState> {
  const http = project.client({ accessToken, refreshToken: '' })
  const { body: user } = await http.get('/users/me')
  const { body: teams } = await http.get('/teams?user_id=me')
  if (user.code === 'ACCESS_TOKEN_EXPIRED') {
    expect(teams.code).toBe('ACCESS_TOKEN_EXPIRED')
    return 'must_prove'
  }
  const isRestricted = user.is_restricted === true
  expect(user.restricted_reason).toEqual(isRestricted ? { type: 'second_factor_required' } : null)
  expect(teams.code).toBe(isRestricted ? 'RESTRICTED_USER_NOT_ALLOWED' : undefined)
  return isRestricted ? 'must_enrol' : 'complete'
}

/**
 * Prepares a user with or without an authenticator app while no factor is required. Returns a function that signs in
 * under the policy.
 */
type Way = (hasFactor: boolean) => Promise<() => Promise<FactorState>>

/** Only the authenticator app requires a proved mailbox. */
async function signUpWith(hasFactor: boolean): Promise<TestUser> {
  if (!hasFactor) return project.signUp()
  const user = await signUp()
  await project.enrolTotp(user)
  return user
}

/** A session from before its user added a factor. */
async function startOlderSession(hasFactor: boolean): Promise<TestSession> {
  if (!hasFactor) return project.signUp()
  const user = await signUp()
  const older = sessionOf(await signIn(user))
  await project.enrolTotp(user)
  return older
}

const ways: Readonly<Record<keyof typeof requiredFactorResults, Way>> = {
  async password(hasFactor) {
    const user = await signUpWith(hasFactor)
    return () => stateOf(signIn(user))
  },
  async otp(hasFactor) {
    const user = await signUp()
    if (hasFactor) await project.enrolTotp(user)
    const { email } = user
    return async () => stateOf(project.client().post('/auth/otp/sign-in', { code: await sendCode(email) }))
  },
  async oauth(hasFactor) {
    const account = { email: someEmail() }
    const session = sessionOf(await (await project.signInAt('google', account)).exchange())
    if (hasFactor) await project.enrolTotp(session)
    return async () => stateOf((await project.signInAt('google', account)).exchange())
  },
  async cli_login(hasFactor) {
    const confirming = await startOlderSession(hasFactor)
    const { body } = await project.client().post<{ login_code: string; polling_code: string }>('/auth/cli', {})
    const { login_code, polling_code } = body
    const { refreshToken: refresh_token } = confirming
    await project.client().post('/auth/cli/complete', { login_code, refresh_token })
    return async () => {
      const { body: polled } = await project.client().post('/auth/cli/poll', { polling_code })
      expect(polled.access_token).toBeUndefined()
      return stateOf(refresh(String(polled.refresh_token)))
    }
  },
  async anonymous_upgrade() {
    const user = await project.signUpAnonymously()
    return () =>
      stateOf(project.client(user).post('/auth/password/sign-up', { email: someEmail(), password: TEST_PASSWORD }))
  },
  async passkey_without_verification(hasFactor) {
    const user = await signUp()
    const authenticator = await addPasskey(user, false)
    if (hasFactor) await project.enrolTotp(user)
    return () => stateOf(signInWithPasskey(authenticator))
  },
  async passkey_with_verification(hasFactor) {
    const user = await signUp()
    const authenticator = await addPasskey(user, true)
    if (hasFactor) await project.enrolTotp(user)
    return () => stateOf(signInWithPasskey(authenticator))
  },
  async refresh_of_older_session(hasFactor) {
    const { refreshToken } = await startOlderSession(hasFactor)
    return () => stateOf(refresh(refreshToken))
  },
  async older_access_token(hasFactor) {
    const { accessToken } = await startOlderSession(hasFactor)
    return () => stateOfToken(accessToken)
  },
  async refresh_of_proved_session(hasFactor) {
    const user = await signUp()
    const { refreshToken } = await proveFactor(user, await project.enrolTotp(user))
    if (!hasFactor) await project.server().patch(`/users/${user.id}`, { totp_secret_base64: null })
    return () => stateOf(refresh(refreshToken))
  },
  async older_access_token_of_proved_session(hasFactor) {
    const user = await signUp()
    const { accessToken } = await proveFactor(user, await project.enrolTotp(user))
    if (!hasFactor) await project.server().patch(`/users/${user.id}`, { totp_secret_base64: null })
    return () => stateOfToken(accessToken)
  },
  async session_of_server(hasFactor) {
    const { id: user_id } = await signUpWith(hasFactor)
    return () => stateOf(project.server().post('/auth/sessions', { user_id }))
  },
  async impersonation(hasFactor) {
    const { id: user_id } = await signUpWith(hasFactor)
    return () => stateOf(project.server().post('/auth/sessions', { user_id, is_impersonation: true }))
  },
}

const graceDays: Readonly<Record<FactorSituation, number>> = {
  no_factor_in_grace: 1,
  no_factor_after_grace: 0,
  factor: 1,
}

/** An anonymous user has no factor, and an upgrade removes every other credential. */
const impossible = new Set(['anonymous_upgrade factor'])

const cases = Object.entries(requiredFactorResults).flatMap(([way, results]) =>
  Object.entries(results).flatMap(([situation, expected]) =>
    impossible.has(`${way} ${situation}`)
      ? []
      : [[way as keyof typeof ways, situation as FactorSituation, expected] as const],
  ),
)

const ownCases = cases.filter(([way, situation]) => situation === 'no_factor_in_grace' || !walkedWays.has(way))

test.each(ownCases)('required second factor: %s, %s: %s', async (way, situation, expected) => {
  const takeWay = await ways[way](situation === 'factor')
  await setPolicy(graceDays[situation])

  expect(await takeWay()).toBe(expected)
})

/** Adds the last signed-up user to a team that requires a second factor of its members after these days of grace. */
async function joinRequiringTeam(secondFactorGraceDays: number): Promise<void> {
  const { body } = await project.server().get<{ items: [{ id: string }] }>('/users?limit=1&desc=true')
  const teamId = await project.createTeam()
  await project.addMember(teamId, body.items[0])
  await setGraceDays(secondFactorGraceDays)
  await setRequirement(teamId, true)
}

function setGraceDays(second_factor_grace_days: number): Promise<void> {
  return configure({ second_factor_policy: 'optional', second_factor_grace_days })
}

async function setRequirement(teamId: string, second_factor_required: boolean): Promise<void> {
  const changed = await project.server().patch(`/teams/${teamId}`, { second_factor_required })
  expect(changed).toMatchObject({ status: 200, body: { second_factor_required } })
}

async function dueAtOf(userId: string): Promise<number | null> {
  const { body } = await project.server().get<{ second_factor_due_at_millis: number | null }>(`/users/${userId}`)
  return body.second_factor_due_at_millis
}

describe('a team that requires a second factor', () => {
  // One function applies the rules, so a sign-in and a call with a token are enough to show that it knows the teams.
  const waysOfTeam = new Set(['password', 'older_access_token'])

  test.each(cases.filter(([way]) => waysOfTeam.has(way)))(
    'has the rules of the project: %s, %s: %s',
    async (way, situation, expected) => {
      const takeWay = await ways[way](situation === 'factor')
      await joinRequiringTeam(graceDays[situation])

      expect(await takeWay()).toBe(expected)
    },
  )

  test('does not give its members more time than the project, and the project not more than the team', async () => {
    const user = await signUp()
    await setPolicy(2)
    const dueByProject = await dueAtOf(user.id)
    portico.clock.advance(DAY_MILLIS)
    const teamId = await project.createTeam()
    await project.addMember(teamId, user)
    await setRequirement(teamId, true)

    expect(await dueAtOf(user.id)).toBe(dueByProject)
    await setGraceDays(2)
    const dueByTeam = Number(await dueAtOf(user.id))
    portico.clock.advance(DAY_MILLIS)
    await setPolicy(2)

    expect(dueByTeam).toBeGreaterThan(Number(dueByProject))
    expect(await dueAtOf(user.id)).toBe(dueByTeam)
  })

  test('restricts a member at the moment that the user record names, and no longer once the membership ends', async () => {
    const user = await signUp()
    await joinRequiringTeam(1)
    const { body: teams } = await project.client(user).get('/teams?user_id=me')
    const [{ id: teamId }] = (teams as unknown as { items: [{ id: string }] }).items

    portico.clock.advance(DAY_MILLIS / 2)
    // Requiring it again does not renew the grace.
    await setRequirement(teamId, true)
    portico.clock.advance(DAY_MILLIS / 2)

    expect(teams).toMatchObject({ items: [{ second_factor_required: true }] })
    expect(await stateOf(refresh(user.refreshToken))).toBe('must_enrol')
    expect((await project.server().delete(`/team-memberships/${teamId}/${user.id}`)).status).toBe(200)
    expect(await stateOf(refresh(user.refreshToken))).toBe('complete')
    await project.addMember(teamId, user)
    expect((await project.server().delete(`/teams/${teamId}`)).status).toBe(200)
    expect(await dueAtOf(user.id)).toBeNull()
  })

  test('is set by a member with $update_team only', async () => {
    const [creator, member] = [await signUp(), await signUp()]
    const teamId = await project.createTeam({ creator })
    await project.addMember(teamId, member)
    const set = (user: TestUser) => project.client(user).patch(`/teams/${teamId}`, { second_factor_required: true })

    expect(await set(member)).toMatchObject({ body: { code: 'TEAM_PERMISSION_REQUIRED' } })
    expect(await dueAtOf(member.id)).toBeNull()
    expect(await set(creator)).toMatchObject({ status: 200, body: { second_factor_required: true } })
    expect(await dueAtOf(member.id)).not.toBeNull()
  })

  test('concerns no anonymous member before the sign-up', async () => {
    const user = await project.signUpAnonymously()
    const teamId = await project.createTeam()
    await project.addMember(teamId, user)
    await setGraceDays(0)
    await setRequirement(teamId, true)

    const before = await dueAtOf(user.id)
    const upgrade = project.client(user).post('/auth/password/sign-up', { email: someEmail(), password: TEST_PASSWORD })

    expect(before).toBeNull()
    expect(await stateOf(upgrade)).toBe('must_enrol')
  })

  test('asks for what the last state of the teams says, after any sequence of changes', async () => {
    await setGraceDays(3)
    const [user, teamIds] = [await signUp(), [await project.createTeam(), await project.createTeam()]]
    const change = fc.record({
      team: fc.nat(1),
      act: fc.constantFrom('require', 'waive', 'join', 'leave', 'start', 'end'),
    })
    const since: (number | null)[] = [null, null]
    const joinedAt: (number | null)[] = [null, null]
    let projectSince: number | null = null
    const acts: Record<string, (team: number) => Promise<void>> = {
      async require(team) {
        await setRequirement(String(teamIds[team]), true)
        since[team] ??= portico.clock.now().getTime()
      },
      async waive(team) {
        await setRequirement(String(teamIds[team]), false)
        since[team] = null
      },
      async join(team) {
        await project.server().post(`/team-memberships/${teamIds[team]}/${user.id}`, {})
        joinedAt[team] ??= portico.clock.now().getTime()
      },
      async leave(team) {
        await project.server().delete(`/team-memberships/${teamIds[team]}/${user.id}`)
        joinedAt[team] = null
      },
      async start() {
        await setPolicy(3)
        projectSince ??= portico.clock.now().getTime()
      },
      async end() {
        await setPolicy(null)
        projectSince = null
      },
    }
    const expected = (): number | null => {
      const ofTeams = [0, 1].flatMap((team) => {
        const [required, joined] = [since[team], joinedAt[team]]
        return required && joined ? [Math.max(required, joined)] : []
      })
      const starts = [...ofTeams, ...(projectSince === null ? [] : [projectSince])]
      return starts.length === 0 ? null : Math.min(...starts) + 3 * DAY_MILLIS
    }

    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        for (const { team, act } of changes) {
          portico.clock.advance(60_000)
          await acts[act]?.(team)
        }

        const dueAt = await dueAtOf(user.id)
        if (dueAt === null) expect(expected()).toBeNull()
        else expect(Math.abs(dueAt - Number(expected()))).toBeLessThan(30_000)
      }),
      { numRuns: 12 },
    )
  })
})

test('the requirement of a team concerns all of its members, also if one statement cannot change them all', async () => {
  const { db } = portico.database
  const [now, teamId, count] = [portico.clock.now(), await project.createTeam(), 5_001]
  await db.run(statement`
    insert into users (project_id, id, signed_up_at, last_active_at)
    select ${project.id}, md5('member' || n)::uuid, ${now}, ${now} from generate_series(1, ${count}) n`)
  await db.run(statement`
    insert into team_members (project_id, team_id, user_id, is_selected, created_at, user_signed_up_at)
    select ${project.id}, ${teamId}, md5('member' || n)::uuid, false, ${now}, ${now} from generate_series(1, ${count}) n`)
  const countRequired = async (): Promise<number | undefined> => {
    const { rows } = await db.run(statement<{ required: number }>`
      select count(second_factor_required_since)::int as required from team_members
      where project_id = ${project.id} and team_id = ${teamId}`)
    return rows[0]?.required
  }

  await setRequirement(teamId, true)
  const whileRequired = await countRequired()
  await setRequirement(teamId, false)

  expect([whileRequired, await countRequired()]).toEqual([count, 0])
})

describe('grace', () => {
  test('ends for the session and the user at the moment that the user record names', async () => {
    const user = await signUp()
    const earliest = portico.clock.now().getTime() + 2 * DAY_MILLIS
    await setPolicy(2)
    const latest = portico.clock.now().getTime() + 2 * DAY_MILLIS
    const { body: before } = await project.client(user).get('/users/me')

    portico.clock.advance(2 * DAY_MILLIS)

    expect(before.is_restricted).toBe(false)
    expect(before.second_factor_due_at_millis).toBeGreaterThanOrEqual(earliest)
    expect(before.second_factor_due_at_millis).toBeLessThanOrEqual(latest)
    expect(await stateOf(refresh(user.refreshToken))).toBe('must_enrol')
    expect((await project.server().get(`/users/${user.id}`)).body).toMatchObject({
      restricted_reason: { type: 'second_factor_required' },
    })
  })

  test('begins with the sign-up for a user who signs up later', async () => {
    await setPolicy(2)
    portico.clock.advance(2 * DAY_MILLIS)
    const created = await project.server().post('/users', { primary_email: someEmail() })
    const read = await project.server().get(`/users/${String(created.body.id)}`)

    const { signed_up_at_millis: signedUpAt, second_factor_due_at_millis: dueAt } = created.body
    expect(Number(dueAt)).toBe(Number(signedUpAt) + 2 * DAY_MILLIS)
    expect(read.body.second_factor_due_at_millis).toBe(dueAt)
  })

  test('is not renewed by an update of another setting', async () => {
    const user = await signUp()
    await setPolicy(2)
    portico.clock.advance(DAY_MILLIS)

    const config = { second_factor_policy: 'required', second_factor_grace_days: 2 }
    await project.admin().patch('/internal/projects/current', { config })
    await project.admin().patch('/internal/projects/current', { display_name: 'Renamed' })

    portico.clock.advance(DAY_MILLIS)
    expect(await stateOf(refresh(user.refreshToken))).toBe('must_enrol')
  })

  test('depends on the last policy only, after any sequence of updates', () => {
    const update = fc.record({ policy: fc.constantFrom('optional', 'required'), graceDays: fc.nat(90) })
    const start = { config: newProjectConfig, secondFactorRequiredSince: null } as Project
    fc.assert(
      fc.property(fc.array(update, { minLength: 1 }), (updates) => {
        const last = updates.reduce<Project>(
          (present, { policy, graceDays: secondFactorGraceDays }, index) =>
            withPolicyStart(
              { ...present, config: { ...present.config, secondFactorPolicy: policy, secondFactorGraceDays } },
              present.secondFactorRequiredSince,
              new Date(index * DAY_MILLIS),
            ),
          start,
        )

        const lastOptional = updates.findLastIndex(({ policy }) => policy === 'optional')
        const final = updates.at(-1)
        expect(secondFactorDueAt(last, new Date(0))?.getTime()).toBe(
          final?.policy === 'required' ? (lastOptional + 1 + final.graceDays) * DAY_MILLIS : undefined,
        )
      }),
    )
  })
})

async function enrolApp(session: TestSession): Promise<void> {
  const secret = Buffer.alloc(20, 7).toString('base64')
  const body = { totp_secret_base64: secret, totp_code: await totpCode(secret, portico.clock) }
  expect((await project.client(session).patch('/users/me', body)).status).toBe(200)
}

/** A session that may only set up a second factor. */
async function startRestricted(): Promise<{ user: TestUser; session: TestSession }> {
  const user = await signUp()
  await setPolicy(0)
  return { user, session: sessionOf(await signIn(user)) }
}

describe('a session that may only set up a second factor', () => {
  test('makes no other call for its user', async () => {
    const { session } = await startRestricted()
    const isRefused = async ({ method, path }: EndpointSpec): Promise<boolean> => {
      const url = examplePath(path, '00000000-0000-4000-8000-000000000000')
      const { body } = await project
        .client(session)
        .send(method, `${url}${url.includes('?') ? '&' : '?'}user_id=me`, method === 'GET' ? undefined : {})
      return body.code === 'RESTRICTED_USER_NOT_ALLOWED'
    }

    const open: string[] = []
    for (const [name, spec] of endpoints) {
      const isForUsers = spec.user !== undefined && spec.user !== 'optional' && 'client' in spec.access
      if (isForUsers && !(await isRefused(spec))) open.push(name)
    }

    expect(open.toSorted()).toEqual(
      [
        'readCurrentUser',
        'initiatePasskeyRegistration',
        'registerPasskey',
        'listPasskeys',
        'listContactChannels',
        'sendContactChannelVerificationCode',
        'sendPrimaryEmailVerificationCode',
      ].toSorted(),
    )
    expect((await project.client(session).patch('/users/me', { display_name: 'Eve' })).status).toBe(403)
    const link = await project.signInAt('google', { email: someEmail() }, { type: 'link', token: session.accessToken })
    expect(link.code).toBeNull()
    expect((await project.client(session).delete('/auth/sessions/current')).status).toBe(200)
  })

  test.each([
    ['an authenticator app', enrolApp],
    ['a passkey with user verification', (session: TestSession) => addPasskey(session, true)],
  ])('is complete once the user has added %s, and older sessions end', async (_factor, enrol) => {
    const { user, session } = await startRestricted()

    await enrol(session)

    expect((await project.client(session).get('/teams?user_id=me')).status).toBe(200)
    expect(await stateOf(refresh(session.refreshToken))).toBe('complete')
    expect(await stateOf(refresh(user.refreshToken))).toBe('must_prove')
    expect(await stateOf(signIn(user))).toBe('must_prove')
    await setPolicy(null)
    expect(await stateOf(refresh(user.refreshToken))).toBe('must_prove')
  })

  test('stays restricted with a passkey that does not verify its user', async () => {
    const { session } = await startRestricted()

    await addPasskey(session, false)

    expect(await stateOf(refresh(session.refreshToken))).toBe('must_enrol')
  })

  test('is complete once the policy ends', async () => {
    const { session } = await startRestricted()

    await setPolicy(null)

    expect((await project.client(session).get('/teams?user_id=me')).status).toBe(200)
    expect(await stateOf(refresh(session.refreshToken))).toBe('complete')
  })
})

test('a refused first step names the factors of the user', async () => {
  const user = await signUp()
  await addPasskey(user, true)
  await setPolicy(0)
  const factors = async () => ((await signIn(user)).body as { details?: { factors?: string[] } }).details?.factors

  const before = await factors()
  await setPolicy(null)
  await project.enrolTotp(user)

  expect(before).toEqual(['passkey'])
  expect(await factors()).toEqual(['totp', 'passkey'])
})

describe('a passkey with user verification, while the project allows no passkeys', () => {
  test('is no second factor: its user sets up an app, and is asked for the passkey again once passkeys are allowed', async () => {
    const user = await signUp()
    const authenticator = await addPasskey(user, true)
    await setPolicy(0)
    const proved = sessionOf(await signInWithPasskey(authenticator))
    expect(await stateOf(signIn(user))).toBe('must_prove')

    await setPasskeys(false)

    expect(await stateOf(signIn(user))).toBe('must_enrol')
    expect(await stateOfToken(proved.accessToken)).toBe('must_enrol')
    expect((await project.server().get(`/users/${user.id}`)).body).toMatchObject({ is_restricted: true })
    await setPasskeys(true)
    expect(await stateOf(signIn(user))).toBe('must_prove')
    expect(await stateOfToken(proved.accessToken)).toBe('complete')
  })

  test('leaves a session complete that sets up an app, and a sign-in asks for the app only', async () => {
    const user = await signUp()
    await addPasskey(user, true)
    await setPolicy(0)
    await setPasskeys(false)
    const session = sessionOf(await signIn(user))

    await enrolApp(session)

    expect(await stateOf(refresh(session.refreshToken))).toBe('complete')
    expect((await signIn(user)).body).toMatchObject({ details: { factors: ['totp'] } })
    await setPasskeys(true)
    expect((await signIn(user)).body).toMatchObject({ details: { factors: ['totp', 'passkey'] } })
  })
})

describe('a user with a mistyped address who may only set up a second factor', () => {
  test('corrects the address, proves it and sets up an app', async () => {
    const mistyped = await project.signUp()
    await setPolicy(0)
    const session = sessionOf(await signIn(mistyped))
    const email = someEmail()

    const corrected = await project.client(session).patch('/users/me', { primary_email: email })

    expect(corrected).toMatchObject({ status: 200, body: { primary_email: email, primary_email_verified: false } })
    const send = { email, callback_url }
    expect((await project.client(session).post('/contact-channels/send-verification-code', send)).status).toBe(200)
    await proveMailbox({ ...session, email })
    await enrolApp(session)
    expect(await stateOf(refresh(session.refreshToken))).toBe('complete')
  })

  test('changes nothing beside the address, and removes none', async () => {
    const user = await project.signUp()
    await setPolicy(0)
    const http = project.client(sessionOf(await signIn(user)))
    const change = (body: object) => http.patch('/users/me', body)

    expect(await change({ primary_email: someEmail(), display_name: 'Eve' })).toMatchObject({ status: 403 })
    expect(await change({ primary_email: null })).toMatchObject({ status: 403 })
  })

  test('changes no address once one is proved', async () => {
    const user = await project.signUp()
    await setPolicy(0)
    const session = sessionOf(await signIn(user))
    await proveMailbox({ ...session, email: user.email })

    const answer = await project.client(session).patch('/users/me', { primary_email: someEmail() })

    expect(answer).toMatchObject({ status: 403, body: { code: 'RESTRICTED_USER_NOT_ALLOWED' } })
    expect((await project.server().get(`/users/${user.id}`)).body.primary_email).toBe(user.email)
  })
})

test('a policy that starts during a sign-in holds for its session at the next refresh at the latest', async () => {
  const user = await signUp()

  const [answer] = await Promise.all([signIn(user), setPolicy(0)])

  expect(await stateOf(refresh(sessionOf(answer).refreshToken))).toBe('must_enrol')
})

test('adding a passkey in a session from before the authenticator app does not settle that session', async () => {
  const user = await signUp()
  const { refreshToken, ...older } = sessionOf(await signIn(user))
  await project.admin().patch('/internal/projects/current', { config: { totp_code_required_for_change: false } })
  await project.enrolTotp(user)
  await addPasskey({ ...older, refreshToken }, true)

  await setPolicy(0)

  expect(await stateOf(refresh(refreshToken))).toBe('must_prove')
})

test('an access token from before the factor connects no account', async () => {
  const user = await signUp()
  const { accessToken: token } = sessionOf(await signIn(user))
  await project.enrolTotp(user)
  await setPolicy(0)

  const link = await project.signInAt('google', { email: someEmail() }, { type: 'link', token })

  expect(link.code).toBeNull()
})

test('a session that set up a factor and removed it must set up one again', async () => {
  const { user, session } = await startRestricted()
  await enrolApp(session)

  await project.server().patch(`/users/${user.id}`, { totp_secret_base64: null })

  expect(await stateOfToken(session.accessToken)).toBe('must_enrol')
  await enrolApp(session)
  expect(await stateOf(refresh(session.refreshToken))).toBe('complete')
})

test('an owner makes no call for a project with a token from before the second factor', async () => {
  const owned = await portico.createProject()
  const asOwner = asOwnerOf(portico, owned.id, owned.ownerAccessToken)
  const internal = portico.internal({ accessType: 'admin' })
  const secret = Buffer.alloc(20, 7).toString('base64')
  await internal.patch(`/users/${String(decodeJwt(owned.ownerAccessToken).sub)}`, { totp_secret_base64: secret })
  await internal.patch('/internal/projects/current', { config: { second_factor_policy: 'required' } })

  const answer = await asOwner.get('/internal/projects/current')
  await internal.patch('/internal/projects/current', { config: { second_factor_policy: 'optional' } })

  expect(answer).toMatchObject({ status: 401, body: { code: 'ADMIN_ACCESS_TOKEN_EXPIRED' } })
})

test('an owner who can only set up a second factor makes no call for a project', async () => {
  const owned = await portico.createProject()
  const config = { second_factor_policy: 'required', second_factor_grace_days: 0 }
  const internal = portico.internal({ accessType: 'admin' })
  expect((await internal.patch('/internal/projects/current', { config })).status).toBe(200)

  const asOwner = asOwnerOf(portico, owned.id, owned.ownerAccessToken)
  const answer = await asOwner.get('/internal/projects/current')
  await internal.patch('/internal/projects/current', { config: { second_factor_policy: 'optional' } })

  expect(answer).toMatchObject({ status: 403, body: { code: 'RESTRICTED_USER_NOT_ALLOWED' } })
  expect((await asOwner.get('/internal/projects/current')).status).toBe(200)
})
