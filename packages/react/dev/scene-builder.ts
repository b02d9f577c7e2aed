import { randomBytes } from 'node:crypto'
import type { SignedIn } from '@portico/contract'
import { statement } from '@portico/server'
import {
  totpCode,
  VirtualAuthenticator,
  type Answer,
  type HttpClient,
  type TestPortico,
  type TestProject,
  type TestSession,
} from '@portico/testkit'
import type { SceneView } from './scene.ts'

export const HOUR_MILLIS = 3_600_000
export const DAY_MILLIS = 24 * HOUR_MILLIS

export const PASSWORD = 'secret-password'
/** A password of another system that is too short here, with its hash: a test vector of crypt_blowfish. */
export const WEAK_PASSWORD = 'U*U'
const WEAK_PASSWORD_HASH = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'

/** The headers from a browser and from the proxy in front of the service. */
export interface Device {
  readonly userAgent: string
  readonly ip?: string
  readonly country?: string
  readonly city?: string
}

export const windows: Device = {
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  ip: '203.0.113.7',
  country: 'AT',
  city: 'Vienna',
}

export type Person = Pick<TestSession, 'id'>

type Fields = Readonly<Record<string, unknown>>

/** An API key of a user or a team. */
export interface KeyOptions {
  readonly description: string
  /** Age of the key. */
  readonly days: number
  /** From now. Negative: the key has expired. Absent: it does not expire. */
  readonly expiresInDays?: number
  readonly revokedDaysAgo?: number
  /** Absent: the key was never used. */
  readonly usedHoursAgo?: number
  readonly isPublic?: boolean
  /** Where it was created. Absent: a server creates it. */
  readonly from?: Device
  readonly creator?: Person
}

/** A team of the signed-in user. */
export interface TeamOptions {
  readonly name: string
  /** Default: the user is its administrator. With a list, another person is, and the user has these roles. */
  readonly roles?: readonly string[]
  /** The names of the other members, each with the ids of its roles after a colon. */
  readonly others?: readonly string[]
  readonly invited?: readonly string[]
}

/** Prepares one scene with the calls that people, servers and administrators make. */
export class Scene {
  readonly portico: TestPortico
  readonly project: TestProject
  readonly origin: string
  readonly teamIds: string[] = []
  /** The user whom the scene is about. */
  email = `ada.lovelace-${randomBytes(4).toString('hex')}@correspondence.analytical-engine.example`
  /** Null: the visitor is signed out. */
  session: TestSession | null = null
  /** A session of the user in another browser. */
  user: TestSession | null = null
  code = ''
  readonly codes: Record<string, string> = {}
  #totpSecret = ''
  #callback: SceneView['callback'] = null
  readonly #id: number
  readonly #authenticator: VirtualAuthenticator

  constructor(portico: TestPortico, project: TestProject, { id, origin }: { id: number; origin: string }) {
    this.portico = portico
    this.project = project
    this.origin = origin
    this.#id = id
    this.#authenticator = new VirtualAuthenticator({ origin: 'http://localhost:3000', isSynchronised: true })
  }

  get view(): SceneView {
    const { accessToken = '', refreshToken = '' } = this.session ?? {}
    return {
      id: this.#id,
      projectId: this.project.id,
      publishableClientKey: this.project.keys.publishable_client_key,
      session: this.session && { accessToken, refreshToken },
      code: this.code,
      codes: this.codes,
      callback: this.#callback,
      teamIds: this.teamIds,
    }
  }

  /** The page to which a mailed link leads. */
  callback(page: string): string {
    return `${this.origin}/handler/${page}`
  }

  /** Turns the clock of the service back during the calls. */
  async ago<Result>(millis: number, call: () => Promise<Result>): Promise<Result> {
    this.portico.clock.advance(-millis)
    try {
      return await call()
    } finally {
      this.portico.clock.advance(millis)
    }
  }

  /** Turns the clock of the service forward during the calls. */
  later<Result>(millis: number, call: () => Promise<Result>): Promise<Result> {
    return this.ago(-millis, call)
  }

  /** Creates the user as a server does, with a password and a verified address, and these fields. */
  createUser(fields: Fields = {}): Promise<Person> {
    return this.createPerson('Ada Lovelace', {
      primary_email: this.email,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      password: PASSWORD,
      ...fields,
    })
  }

  /** Creates the user with a weak password, as an import does. */
  importUser(): Promise<Person> {
    return this.createUser({ password: undefined, password_hash: WEAK_PASSWORD_HASH })
  }

  /** Creates the user with a weak password, who signs in with it. */
  async signInImported(): Promise<void> {
    await this.importUser()
    this.session = await this.#enter('/auth/password/sign-in', { password: WEAK_PASSWORD })
  }

  async createPerson(name: string, fields: Fields = {}): Promise<Person> {
    const person = { display_name: name, ...fields }
    const { body } = await must(this.project.server().post<{ id: string }>('/users', person))
    return { id: body.id }
  }

  /** Gives a team a connection to its issuer that has proved the domain of the user. */
  async connectTeam(): Promise<void> {
    const [id, team] = [crypto.randomUUID(), await this.project.createTeam()]
    const [, domain] = this.email.split('@')
    const now = this.portico.clock.now()
    await this.portico.database.db.run(statement`
      insert into team_connections
        (project_id, id, team_id, display_name, issuer_url, client_id, scopes, authentication_method, secret_sealed, created_at)
      values (${this.project.id}, ${id}, ${team}, 'Analytical Engine', 'https://id.example', 'portico', '{}', 'client_secret_basic', '', ${now})`)
    await this.portico.database.db.run(statement`
      insert into connection_domains (project_id, connection_id, domain, claimed_at, proved_at, checked_at)
      values (${this.project.id}, ${id}, ${domain}, ${now}, ${now}::timestamptz, ${now}::timestamptz)`)
    // The service keeps projects in memory.
    await this.portico.database.db.run(statement`select pg_notify('portico_project', ${this.project.id})`)
  }

  async startSession({ id }: Person, fields: Fields = {}): Promise<TestSession> {
    const { body } = await must(
      this.project
        .server()
        .post<{ access_token: string; refresh_token: string }>('/auth/sessions', { user_id: id, ...fields }),
    )
    return { id, accessToken: body.access_token, refreshToken: body.refresh_token }
  }

  /** Creates the user and signs them in. */
  async signIn(fields: Fields = {}): Promise<TestSession> {
    this.session = await this.startSession(await this.createUser(fields))
    return this.session
  }

  /** Creates the user, who then verifies the address, and signs them in. */
  async signInClaimed(fields: Fields = {}): Promise<TestSession> {
    const user = await this.signIn({ ...fields, primary_email_verified: false })
    const http = this.project.client(user)
    const code = await this.mailedCode('/contact-channels/send-verification-code', 'email-verification', http)
    await must(http.post('/contact-channels/verify', { code, account: 'mine' }))
    return user
  }

  /** Signs the user up with a password in this browser, and verifies the address with the mailed link. */
  async signUpClaimed(): Promise<TestSession> {
    const user = await this.signUp()
    await must(this.project.client(user).post('/contact-channels/verify', { code: this.code, account: 'mine' }))
    return user
  }

  /** Signs the user up with a password in this browser. The service mails a link that verifies the address. */
  async signUp(device?: Device): Promise<TestSession> {
    const fields = { verification_callback_url: this.callback('email-verification') }
    this.user = await this.#enter('/auth/password/sign-up', fields, device)
    this.code = await this.portico.mailbox.latestCode(this.email)
    return this.user
  }

  /** Requests a mail to the user with a link to a page. Returns the code of the link. */
  async mailedCode(path: string, page: string, http: HttpClient = this.project.client()): Promise<string> {
    await must(http.post(path, { email: this.email, callback_url: this.callback(page) }))
    return this.portico.mailbox.latestCode(this.email)
  }

  signInCode(): Promise<string> {
    return this.mailedCode('/auth/otp/send-sign-in-code', 'magic-link-callback')
  }

  /** Signs in with the password, as a browser does. */
  signInFrom(device: Device): Promise<TestSession> {
    return this.#enter('/auth/password/sign-in', {}, device)
  }

  async #enter(path: string, fields: Fields, device?: Device): Promise<TestSession> {
    const body = { email: this.email, password: PASSWORD, ...fields }
    const headers = device ? headersOf(device) : {}
    const entered = this.project.client().post<SignedIn>(path, body, { headers })
    const { access_token: accessToken, refresh_token: refreshToken, user_id: id } = (await must(entered)).body
    return { id, accessToken, refreshToken }
  }

  async enrolTotp(user: TestSession): Promise<void> {
    this.#totpSecret = await this.project.enrolTotp(user)
  }

  /** An administrator announces the removal of the visitor's second factor. */
  async announceFactorReset(): Promise<void> {
    const body = { callback_url: this.callback('factor-reset') }
    await must(this.project.admin().post(`/users/${this.session?.id ?? ''}/factor-reset`, body))
  }

  /** An authenticator app in an account that has not proved its address: earlier versions accepted it. */
  async plantTotp(user: TestSession): Promise<void> {
    await this.enrolTotp(user)
    await this.portico.database.db.run(statement`update users set totp_survives_claim = false where id = ${user.id}`)
  }

  /** Returns the current code in the user's authenticator app. */
  totpCode(): Promise<string> {
    return totpCode(this.#totpSecret, this.portico.clock)
  }

  async suspend(user: Person, reason: string | null = null, untilMillis: number | null = null): Promise<void> {
    const suspension = {
      restricted_by_admin: true,
      restricted_by_admin_reason: reason,
      restricted_by_admin_until_millis: untilMillis,
    }
    await must(this.project.server().patch(`/users/${user.id}`, suspension))
  }

  async addPasskey(user: TestSession, name: string): Promise<void> {
    const http = this.project.server(user)
    const started = await must(
      http.post<{ options_json: Parameters<VirtualAuthenticator['register']>[0]; code: string }>(
        '/auth/passkey/initiate-passkey-registration',
        {},
      ),
    )
    const { options_json: options, code } = started.body
    await must(http.post('/auth/passkey/register', { credential: this.#authenticator.register(options), code, name }))
  }

  /** Adds an address: its value, with the marks `verified`, `unclaimed` and `used` after a space. */
  async addAddress(user: TestSession, described: string): Promise<void> {
    const [value = '', ...marks] = described.split(' ')
    const isClaimed = marks.includes('verified')
    const added = await must(
      this.project.server(user).post<{ id: string }>('/contact-channels', {
        user_id: 'me',
        type: 'email',
        value,
        is_verified: marks.includes('unclaimed'),
        used_for_auth: marks.includes('used'),
      }),
    )
    if (!isClaimed) return
    const code = await this.verificationCode(user, added.body.id, value)
    await must(this.project.client(user).post('/contact-channels/verify', { code, account: 'mine' }))
  }

  /** Requests a mail that verifies an added address. Returns the code of its link. */
  async verificationCode(user: TestSession, id: string, address: string): Promise<string> {
    const path = `/contact-channels/me/${id}/send-verification-code`
    await must(this.project.client(user).post(path, { callback_url: this.callback('email-verification') }))
    return this.portico.mailbox.latestCode(address)
  }

  /** Starts a sign-in at a provider, up to the callback page. */
  async signInAt(choice: { readonly email?: string; readonly decision?: 'allow' | 'refuse' }): Promise<void> {
    const state = randomBytes(16).toString('hex')
    const seen = await this.project.signInAt('google', choice, {
      state,
      redirect_uri: this.callback('oauth-callback'),
      error_redirect_url: this.callback('error'),
    })
    this.#callback = {
      cookie: `stack-oauth-outer-${state}=${seen.codeVerifier}`,
      query: seen.location?.search ?? '',
    }
  }

  async addTeam(user: TestSession, { name, roles, others = [], invited = [] }: TeamOptions): Promise<string> {
    const creator = roles ? await this.createPerson('Charles Babbage') : user
    const id = await this.project.createTeam({ displayName: name, creator })
    if (roles) await this.addMember(id, user, roles)
    for (const text of others) {
      const [member = '', ...ids] = text.split(':')
      await this.addMember(id, await this.createPerson(member), ids)
    }
    for (const email of invited) await this.invite(id, email, user)
    this.teamIds.push(id)
    return id
  }

  /** @param roles replace the default role of a member */
  async addMember(team: string, user: Person, roles: readonly string[]): Promise<void> {
    await this.project.addMember(team, user)
    const path = `/team-permissions/${team}/${user.id}`
    for (const role of roles.filter((each) => each !== 'team_member')) {
      await must(this.project.server().post(`${path}/${encodeURIComponent(role)}`, {}))
    }
    if (!roles.includes('team_member')) await must(this.project.server().delete(`${path}/team_member`))
  }

  /** @param inviter absent: a server invites */
  async invite(team: string, email: string, inviter?: TestSession): Promise<void> {
    const http = inviter ? this.project.client(inviter) : this.project.server()
    const invitation = { team_id: team, email, callback_url: this.callback('team-invitation') }
    await must(http.post('/team-invitations/send-code', invitation))
  }

  /** An administrator invites an address to sign up. Returns the code of the mailed link. */
  async inviteToSignUp(email = this.email): Promise<string> {
    const invitation = { email, callback_url: this.callback('user-invitation') }
    await must(this.project.admin().post('/internal/send-sign-in-invitation', invitation))
    return this.portico.mailbox.latestCode(email)
  }

  /** Copies a team of a user in the database, because a call for each of many teams takes long. */
  async copyTeam(team: string, user: Person, names: readonly string[]): Promise<void> {
    await this.portico.database.db.run(statement`
      with copies as (
        insert into teams
        select (jsonb_populate_record(t, jsonb_build_object(
          'id', gen_random_uuid(), 'display_name', name, 'created_at', t.created_at + position * interval '1 ms'))).*
        from teams t, unnest(${names}::text[]) with ordinality as copy (name, position)
        where t.id = ${team}
        returning id, created_at)
      insert into team_members
      select (jsonb_populate_record(m, jsonb_build_object('team_id', c.id, 'created_at', c.created_at))).*
      from team_members m, copies c
      where m.team_id = ${team} and m.user_id = ${user.id}`)
  }

  /** Copies a member of a team like `copyTeam`. */
  async copyMember(team: string, user: Person, names: readonly string[]): Promise<void> {
    await this.portico.database.db.run(statement`
      with copies as (
        insert into users
        select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'display_name', name))).*
        from users u, unnest(${names}::text[]) as name
        where u.id = ${user.id}
        returning id, display_name)
      insert into team_members
      select (jsonb_populate_record(m, jsonb_build_object(
        'user_id', c.id, 'created_at', m.created_at + position * interval '1 ms'))).*
      from team_members m, copies c
      join unnest(${names}::text[]) with ordinality as copy (name, position) on name = c.display_name
      where m.team_id = ${team} and m.user_id = ${user.id}`)
  }

  /** Copies the only key of a user like `copyTeam`. */
  async copyKey(user: Person, count: number): Promise<void> {
    await this.portico.database.db.run(statement`
      insert into api_keys
      select (jsonb_populate_record(k, jsonb_build_object('id', gen_random_uuid()))).*
      from api_keys k, generate_series(1, ${count}::int)
      where k.user_id = ${user.id}`)
  }

  /** Creates the keys of a user or a team, oldest first. */
  async addKeys(
    owner: { readonly user: TestSession; readonly team?: string },
    keys: readonly KeyOptions[],
  ): Promise<void> {
    const { user, team } = owner
    const [path, named] =
      team === undefined ? ['/user-api-keys', { user_id: user.id }] : ['/team-api-keys', { team_id: team }]
    const server = this.project.server()
    const now = this.portico.clock.now().getTime()
    for (const key of keys.toSorted((one, other) => other.days - one.days)) {
      const { description, days, expiresInDays, revokedDaysAgo, usedHoursAgo, isPublic = false, from } = key
      const created = await this.ago(days * DAY_MILLIS, async () => {
        const http = from ? this.project.client(await this.startSession(key.creator ?? user)) : server
        const fields = {
          ...named,
          ...(from && team === undefined && { user_id: 'me' }),
          description,
          is_public: isPublic,
          expires_at_millis: expiresInDays === undefined ? null : Math.round(now + expiresInDays * DAY_MILLIS),
        }
        return must(http.post<{ id: string; value: string }>(path, fields, from && { headers: headersOf(from) }))
      })
      const { id, value } = created.body
      if (usedHoursAgo !== undefined) {
        await this.ago(usedHoursAgo * HOUR_MILLIS, () => must(server.post(`${path}/check`, { api_key: value })))
      }
      if (revokedDaysAgo !== undefined) {
        const query = new URLSearchParams(named)
        await this.ago(revokedDaysAgo * DAY_MILLIS, () =>
          must(server.patch(`${path}/${id}?${query}`, { revoked: true })),
        )
      }
    }
    // The service notes the use of keys after its answers.
    await this.portico.service.idle()
  }
}

export function headersOf({ userAgent, ip, country, city }: Device): Record<string, string> {
  return {
    'user-agent': userAgent,
    ...(ip !== undefined && { 'x-forwarded-for': ip }),
    ...(country !== undefined && { 'x-vercel-ip-country': country }),
    ...(city !== undefined && { 'x-vercel-ip-city': city }),
  }
}

/** Requires that a call of the preparation succeeds. */
export async function must<Body>(answered: Promise<Answer<Body>>): Promise<Answer<Body>> {
  const answer = await answered
  if (answer.status >= 300) throw new Error(`The service refused a step of the scene: ${answer.text}`)
  return answer
}
