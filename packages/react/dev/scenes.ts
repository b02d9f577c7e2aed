import { lookAlikeProviders, type TestProjectOptions, type TestSession } from '@portico/testkit'
import { repeat } from './scene.ts'
import {
  DAY_MILLIS,
  HOUR_MILLIS,
  headersOf,
  must,
  windows,
  type Device,
  type KeyOptions,
  type Person,
  type Scene,
} from './scene-builder.ts'

/** The state of the service behind one scenario. */
interface SceneDescription {
  /** Added to a project with sign-up and passwords. */
  readonly config?: TestProjectOptions['config']
  /** The scene or its test changes the settings of the project. */
  readonly ownProject?: boolean
  readonly prepare?: Prepare
}

type Config = NonNullable<TestProjectOptions['config']>

function providers(names: string): Pick<Config, 'oauth_providers'> {
  const ordered = names.split(' ').map((name) => lookAlikeProviders.find(({ id }) => id === name))
  return { oauth_providers: ordered.filter((provider) => provider !== undefined) }
}

const magicLink: Config = { magic_link_enabled: true }
const passkey: Config = { passkey_enabled: true }
/** The sign-in methods of a typical project. */
const usual: Config = { ...magicLink, ...passkey, ...providers('google github microsoft apple') }
const everything: Config = {
  ...usual,
  ...providers('google github microsoft spotify facebook discord gitlab bitbucket linkedin apple x'),
}
const withTeams: Config = { ...usual, client_team_creation_enabled: true, member_role_management_enabled: true }
const withKeys: Config = { ...withTeams, allow_user_api_keys: true, allow_team_api_keys: true }

const unique = (): string => crypto.randomUUID().slice(0, 8)

const EXPIRED_MILLIS = 30 * DAY_MILLIS
const RECENT_MILLIS = 15 * 60_000
/** Has the form of a code. */
const UNKNOWN_CODE = '0'.repeat(45)

const phone: Device = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile Safari/604.1',
  ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  country: 'GB',
  city: 'Llanfairpwllgwyngyll',
}

/** The service stores only the agents of browsers. This one calls itself one. */
const foreign: Device = { userAgent: 'lending-desk/2.1 (like Mozilla)' }

/** Plain text with markup and lines, as an administrator may write it. */
const reason = 'Your last invoice is <b>unpaid</b>.\nPay it, then write to billing@fernweh.example.'
const until = Date.UTC(2099, 0, 31, 12, 30)

const severalKeys: readonly KeyOptions[] = [
  { description: 'Laptop', expiresInDays: 29.5, days: 0.2, from: windows },
  {
    description: 'Nightly import of the library of the Society for the Diffusion of Useful Knowledge',
    days: 80,
    expiresInDays: 9.5,
    usedHoursAgo: 3.01,
    from: phone,
  },
  { description: 'Reading statistics', days: 200, usedHoursAgo: 0.2, from: { ...windows, country: 'XX' } },
  { description: 'Widget of the home page', days: 260, expiresInDays: 105, usedHoursAgo: 30, isPublic: true },
  { description: 'Old laptop', days: 300, revokedDaysAgo: 80, usedHoursAgo: 2_000, from: windows },
  { description: 'First try', days: 320, expiresInDays: -290, from: windows },
]

/** Too many for one page. */
const manyKeys: readonly KeyOptions[] = Array.from({ length: 34 }, (_, index) => ({
  description: `Sensor-${index + 1}`,
  days: index + 2,
  ...(index % 5 === 4 && { revokedDaysAgo: 1 }),
  ...(index % 5 === 3 && { expiresInDays: -1 }),
}))

type Prepare = (scene: Scene) => Promise<unknown>
/** Prepares what belongs to the user. */
type PrepareUser = (scene: Scene, user: TestSession) => Promise<unknown>

const nothing = async (): Promise<void> => {}

function prepared(prepare: Prepare, config: Config = {}): SceneDescription {
  return { config, prepare }
}

const withUser = prepared((scene) => scene.createUser())
const withFactor = prepared(createUserWithFactor)
const signedIn = prepared((scene) => scene.signIn())

/** The page of a sign-in mail to the user. */
function signInLink(prepare: (scene: Scene, user: Person) => Promise<unknown> = nothing): SceneDescription {
  return prepared(async (scene) => {
    scene.email = `ada-${unique()}@example.com`
    await prepare(scene, await scene.createUser())
    scene.code ||= await scene.signInCode()
  }, magicLink)
}

/** The page to which a provider returns after a sign-in with the address of the user. */
function providerCallback(prepare?: Prepare): SceneDescription {
  return prepared(async (scene) => {
    await prepare?.(scene)
    await scene.signInAt({ email: scene.email })
  }, usual)
}

/** The page to which a provider returned before the account was suspended. */
const refusedCallback: SceneDescription = prepared(async (scene) => {
  const user = await scene.signUpClaimed()
  await scene.signInAt({ email: scene.email })
  await scene.suspend(user, reason, until)
}, usual)

const resetCode = (scene: Scene): Promise<string> =>
  scene.mailedCode('/auth/password/send-reset-code', 'password-reset')

/**
 * An account with the address of another person, who has not signed in yet, and with every sign-in method that its
 * creator can add.
 */
async function createUnprovedAccount(scene: Scene): Promise<void> {
  const user = await signUp(scene)
  const session = { type: 'link', token: user.accessToken }
  for (const provider of ['github', 'google'] as const) {
    const { exchange } = await scene.project.signInAt(
      provider,
      provider === 'google' ? { email: scene.email } : {},
      session,
    )
    await must(exchange())
  }
  await scene.addPasskey(user, 'Phone')
  await scene.plantTotp(user)
  await scene.addKeys({ user }, [{ description: 'Planted', days: 0, from: windows }])
}

const withAllMethods: Config = { ...usual, allow_user_api_keys: true, oauth_account_merge_strategy: 'link_method' }

/** Signs the user up, who then names themselves. */
async function signUp(scene: Scene, device?: Device): Promise<TestSession> {
  const user = await scene.signUp(device)
  await must(scene.project.server(user).patch('/users/me', { display_name: 'Ada Lovelace' }))
  return user
}

/** The page of an address that a user has added, which has this name. */
async function addUnverified(scene: Scene, displayName: string, device: Device): Promise<TestSession> {
  const user = await scene.startSession(await scene.createUser({ display_name: displayName }))
  const value = `added-${unique()}@correspondence.analytical-engine.example`
  const fields = { user_id: 'me', type: 'email', value, used_for_auth: false }
  const http = scene.project.client(user)
  const added = await must(http.post<{ id: string }>('/contact-channels', fields, { headers: headersOf(device) }))
  scene.code = await scene.verificationCode(user, added.body.id, value)
  return user
}

const watched: Config = {
  notify_new_device: true,
  domains: [{ domain: 'https://app.example', handler_path: '/handler' }],
}

/** The user signs in on a phone. Then another person signs in on another device, which sends a mail. */
async function signInElsewhere(scene: Scene): Promise<void> {
  await scene.createUser()
  scene.session = await scene.signInFrom(phone)
  scene.user = await scene.signInFrom(windows)
  scene.code = await scene.portico.mailbox.latestCode(scene.email)
}

/** The account settings of a signed-in user with a verified address. */
function settings(
  prepare: PrepareUser = nothing,
  fields: Readonly<Record<string, unknown>> = {},
  config: Config = usual,
): SceneDescription {
  return { config, prepare: async (scene) => prepare(scene, await scene.signInClaimed(fields)) }
}

const connectedGoogle = (): object => ({
  id: 'google',
  account_id: crypto.randomUUID(),
  email: 'ada.lovelace@gmail.example',
})

/** A user with every sign-in method. */
const careful: SceneDescription = prepared(async (scene) => {
  const user = await scene.signInClaimed({
    profile_image_url: 'data:image/gif;base64,R0lGODlhAQABAIABABtvYwAAACwAAAAAAQABAAACAkQBADs=',
    otp_auth_enabled: true,
    oauth_providers: [connectedGoogle()],
  })
  await scene.addPasskey(user, 'Phone')
  await scene.addPasskey(user, 'Security key in the drawer of the desk next to the window')
  await scene.enrolTotp(user)
}, usual)

async function addSeveralAddresses(scene: Scene, user: TestSession): Promise<void> {
  await scene.addAddress(
    user,
    `ada.lovelace.of.the.analytical.engine-${unique()}@mathematics.university.example verified used`,
  )
  const taken = 'taken@example.org'
  // Refused in all scenes of the project but the first.
  await scene.project
    .server()
    .post('/users', { primary_email: taken, primary_email_auth_enabled: true, primary_email_verified: true })
  await scene.addAddress(user, `${taken} verified`)
  await scene.addAddress(user, 'ada@old-work.example')
}

/** Replaces the session by one that is too old for changes of the sign-in methods. */
async function signInLongAgo(scene: Scene, user: TestSession): Promise<void> {
  scene.session = await scene.ago(2 * RECENT_MILLIS, () => scene.startSession(user))
}

/** Replaces the session, which a server has created, by that of a browser, among sessions of other devices. */
async function addSessions(scene: Scene): Promise<void> {
  await scene.ago(7.01 * HOUR_MILLIS, () => scene.signInFrom(phone))
  await scene.signInFrom(foreign)
  scene.session = await scene.signInFrom(windows)
}

const engine = {
  name: 'Analytical Engine',
  others: [
    'Charles Babbage:team_admin',
    'Mary Somerville:team_member',
    'Giovanni Plana of the Academy of Sciences at Turin:team_member:$invite_members:proof_reader',
  ],
  invited: [
    'luigi.menabrea@accademia.example',
    'a.very.long.address.of.a.person@correspondence.analytical-engine.example',
  ],
}

const longName = 'Society for the Diffusion of Useful Knowledge, Subcommittee on Mathematical Tables'

async function addSeveralTeams(scene: Scene, user: TestSession): Promise<void> {
  const first = await scene.addTeam(user, engine)
  await scene.addTeam(user, {
    name: 'Difference Engine',
    roles: ['team_member'],
    others: ['Joseph Clement:team_member'],
  })
  await scene.addTeam(user, { name: longName, roles: [] })
  await must(scene.project.server(user).patch('/users/me', { selected_team_id: first }))
}

/** Many teams, the first one with many members. */
async function addManyTeams(scene: Scene, user: TestSession): Promise<void> {
  const kinds = ['Analytical', 'Difference', 'Astronomical', 'Tide-Predicting', 'Jacquard']
  const teams = Array.from({ length: 100 }, (_, index) => `${kinds[index % kinds.length]} Engine ${index + 1}`)
  const [first = '', ...others] = teams
  const team = await scene.addTeam(user, { name: first })
  await scene.copyTeam(team, user, others)
  const member = await scene.createPerson('Member 2')
  await scene.addMember(team, member, ['team_member'])
  await scene.copyMember(
    team,
    member,
    Array.from({ length: 98 }, (_, index) => `Member ${index + 3}`),
  )
  await must(scene.project.server(user).patch('/users/me', { selected_team_id: team }))
}

/** An administrator starts a session as the user. */
async function impersonate(scene: Scene, user: Person): Promise<void> {
  scene.session = await scene.startSession(user, { is_impersonation: true })
}

/** The account settings of a user with teams. */
function teamSettings(prepare: PrepareUser = addSeveralTeams, config: Config = withTeams): SceneDescription {
  return settings(prepare, {}, config)
}

function withTeamsOf(prepare: PrepareUser = addSeveralTeams): SceneDescription {
  return prepared(async (scene) => prepare(scene, await scene.signIn()), withTeams)
}

interface InvitationOptions {
  readonly config?: Config
  readonly ownProject?: boolean
  readonly teamName?: string
  /** Default: the address of the user. */
  readonly recipient?: string
  /** Whether the user exists. */
  readonly hasAccount?: boolean
  readonly isSignedIn?: boolean
  readonly isVerified?: boolean
  readonly millisAgo?: number
}

/** The page of an invitation by Grace Hopper. */
function invitation({
  config = withTeams,
  ownProject = false,
  teamName = engine.name,
  recipient,
  hasAccount = true,
  isSignedIn = false,
  isVerified = true,
  millisAgo = 0,
}: InvitationOptions = {}): SceneDescription {
  return {
    config,
    ownProject,
    prepare: async (scene) => {
      const user = hasAccount && (await scene.createUser({ primary_email_verified: isVerified }))
      if (user && isSignedIn) scene.session = await scene.startSession(user)
      scene.code = await scene.ago(millisAgo, async () => {
        const fields = { primary_email: `grace.hopper-${unique()}@example.com`, primary_email_verified: true }
        const inviter = await scene.startSession(await scene.createPerson('Grace Hopper', fields))
        const team = await scene.project.createTeam({ displayName: teamName, creator: inviter })
        await scene.invite(team, recipient ?? scene.email, inviter)
        return scene.portico.mailbox.latestCode(recipient ?? scene.email)
      })
    },
  }
}

/** The page of an invitation to sign up at a project that admits only whom it invites. */
function userInvitation(prepare: Prepare = nothing, recipient?: string): SceneDescription {
  return prepared(
    async (scene) => {
      await prepare(scene)
      scene.code = await scene.inviteToSignUp(recipient)
    },
    { ...usual, sign_up_enabled: false },
  )
}

async function startCliLogin(scene: Scene): Promise<void> {
  await scene.signIn()
  const headers = headersOf({
    userAgent: 'portico-cli/0.1.0 (darwin arm64; adas-macbook-pro.local) node/26.10.0',
    ip: '2001:db8:85a3::8a2e:370:7334',
  })
  const { body } = await must(scene.project.client().post<{ login_code: string }>('/auth/cli', {}, { headers }))
  scene.code = body.login_code
}

const cliLogin = prepared(startCliLogin)

/**
 * Scenes by the scenarios that show them. A scenario without one shows a project with sign-up and passwords to a
 * visitor.
 */
export const scenes: Readonly<Record<string, SceneDescription>> = {
  parts: prepared(async (scene) => {
    await signUp(scene)
    scene.codes['email-verification'] = scene.code
    scene.codes['password-reset'] = await resetCode(scene)
    scene.codes['magic-link-callback'] = await scene.signInCode()
    await scene.invite(await scene.project.createTeam(), scene.email)
    scene.codes['team-invitation'] = await scene.portico.mailbox.latestCode(scene.email)
    scene.codes['user-invitation'] = await scene.inviteToSignUp()
  }, withTeams),
  ...repeat(withUser, 'sign-in sign-up sign-in-slow'),
  ...repeat({ config: { sign_up_enabled: false } }, 'sign-in-no-sign-up sign-up-disabled'),
  ...repeat({ config: magicLink }, 'sign-in-two-methods sign-in-password-first magic-link-part'),
  ...repeat(withFactor, 'sign-in-factor mfa'),
  'sign-in-connection': {
    config: magicLink,
    // Its addresses lead to the connection.
    ownProject: true,
    prepare: async (scene) => {
      await scene.createUser()
      await scene.connectTeam()
    },
  },
  ...repeat({ config: { ...magicLink, credential_enabled: false } }, 'magic-link magic-link-slow'),
  ...repeat(providerCallback(), 'oauth-callback oauth-callback-slow oauth-callback-no-redirects'),
  ...repeat(providerCallback(createUserWithFactor), 'oauth-callback-factor oauth-callback-factor-no-redirects'),
  ...repeat(refusedCallback, 'oauth-callback-refused oauth-callback-refused-no-redirects'),
  ...repeat(
    signInLink(),
    `magic-link-callback magic-link-callback-slow magic-link-callback-silent magic-link-callback-no-redirects`,
  ),
  ...repeat(cliLogin, 'cli-auth-confirm cli-auth-confirm-slow'),
  ...repeat(
    signedIn,
    `mfa-signed-in cli-auth-confirm-incomplete signed-in signed-in-redirect sign-out-signed-in greeting-signed-in user-button user-button-down`,
  ),
  ...repeat(
    settings(),
    `settings settings-embedded settings-down settings-loading settings-profile settings-auth settings-sessions-alone settings-account settings-account-slow`,
  ),
  ...repeat(careful, 'settings-profile-careful settings-auth-careful'),
  ...repeat(settings(addSeveralAddresses), 'settings-auth-addresses settings-auth-addresses-failed'),
  ...repeat(
    teamSettings(),
    `settings-team settings-team-member settings-team-missing settings-team-few-rights settings-team-failed settings-team-loading`,
  ),
  ...repeat(invitation(), `team-invitation-signed-out team-invitation-loading team-invitation-down`),
  ...repeat(invitation({ isSignedIn: true }), 'team-invitation team-invitation-elsewhere'),
  ...repeat(userInvitation(), 'user-invitation user-invitation-down user-invitation-no-redirects'),
  ...repeat(
    withTeamsOf(),
    `team-switcher team-switcher-null team-switcher-fixed team-switcher-own team-switcher-refused team-switcher-fixed-refused team-switcher-failed team-switcher-loading`,
  ),
  ...repeat(withTeamsOf(nothing), 'team-switcher-empty team-creation'),
  'parts-signed-in': settings(startCliLoginOf),
  'sign-in-no-method': { config: { credential_enabled: false } },
  'sign-in-everything': prepared(createUserWithFactor, everything),
  'sign-up-usual': { config: usual },
  'sign-up-everything': { config: everything },
  'sign-in-few-providers': { config: { ...passkey, ...providers('google github apple') } },
  'sign-in-many-providers': { config: { ...passkey, ...providers('google github facebook twitch') } },
  'sign-in-only-providers': { config: { credential_enabled: false, ...providers('spotify discord') } },
  'magic-link-own': { config: { ...magicLink, credential_enabled: false }, ownProject: true },
  'magic-link-factor': prepared(createUserWithFactor, magicLink),
  passkey: { config: passkey },
  ...repeat(
    prepared((scene) => scene.signUpClaimed(), {
      ...passkey,
      second_factor_policy: 'required',
      second_factor_grace_days: 0,
    }),
    'sign-in-passkey-factor mfa-passkey',
  ),
  'passkey-part': prepared((scene) => scene.signUpClaimed(), passkey),
  'oauth-part': { config: providers('google github') },
  'sign-in-suspended': {
    config: usual,
    prepare: async (scene) => scene.suspend(await scene.createUser(), reason, until),
  },
  'sign-in-suspended-factor': {
    config: usual,
    prepare: async (scene) => scene.suspend(await createUserWithFactor(scene), reason, until),
  },
  'error-suspended': {
    ownProject: true,
    prepare: async ({ project }) => {
      await must(project.admin().patch('/internal/projects/current', { support_email: 'help@fernweh.example' }))
    },
  },
  'sign-in-suspended-open': prepared(async (scene) => scene.suspend(await scene.createUser())),
  'magic-link-callback-suspended': signInLink((scene, user) => scene.suspend(user, reason, until)),
  'oauth-callback-removed': prepared(async (scene) => {
    await createUnprovedAccount(scene)
    await scene.signInAt({ email: scene.email })
  }, withAllMethods),
  'magic-link-callback-removed': prepared(async (scene) => {
    await createUnprovedAccount(scene)
    scene.code = await scene.signInCode()
  }, withAllMethods),
  'magic-link-callback-expired': signInLink(async (scene) => {
    scene.code = await scene.ago(EXPIRED_MILLIS, () => scene.signInCode())
  }),
  'magic-link-callback-used': signInLink(async (scene) => {
    scene.code = await scene.signInCode()
    await must(scene.project.client().post('/auth/otp/sign-in', { code: scene.code }))
  }),
  'magic-link-callback-malformed': signInLink(async (scene) => {
    scene.code = 'malformed'
  }),
  'magic-link-callback-factor': prepared(async (scene) => {
    await createUserWithFactor(scene)
    scene.code = await scene.signInCode()
  }, magicLink),
  'magic-link-callback-closed': {
    config: magicLink,
    ownProject: true,
    prepare: async (scene) => {
      scene.code = await scene.signInCode()
      await must(scene.project.admin().patch('/internal/projects/current', { config: { sign_up_enabled: false } }))
    },
  },
  'magic-link-callback-signed-in': signInLink(async (scene, user) => {
    scene.session = await scene.startSession(user)
  }),
  'cli-auth-confirm-signed-out': prepared(startCliLoginOf),
  'cli-auth-confirm-expired': {
    prepare: async (scene) => {
      await scene.ago(EXPIRED_MILLIS, () => startCliLogin(scene))
      scene.session = await scene.startSession(scene.session ?? { id: '' })
    },
  },
  tokens: prepared(prepareTokens, usual),
  'team-hooks': prepared(prepareBoard, withKeys),
  'password-reset': prepared(async (scene) => {
    await scene.createUser()
    scene.code = await resetCode(scene)
  }),
  'password-reset-expired': prepared(async (scene) => {
    await scene.createUser()
    scene.code = await scene.ago(EXPIRED_MILLIS, () => resetCode(scene))
  }),
  'password-reset-exhausted': prepared(async (scene) => {
    await scene.createUser()
    scene.code = await resetCode(scene)
    const check = { code: scene.code }
    for (let attempt = 0; attempt < 5; attempt += 1)
      await scene.project.client().post('/auth/password/reset/check-code', check)
  }),
  'disown-session': prepared(signInElsewhere, watched),
  'disown-session-no-password': { config: watched, ownProject: true, prepare: signInElsewhere },
  'disown-session-expired': prepared((scene) => scene.ago(EXPIRED_MILLIS, () => signInElsewhere(scene)), watched),
  ...repeat(
    prepared((scene) => signUp(scene, windows)),
    'email-verification email-verification-down',
  ),
  'email-verification-nameless': prepared((scene) => scene.signUp()),
  'email-verification-own': prepared(async (scene) => {
    scene.session = await signUp(scene, windows)
  }),
  'email-verification-added': prepared((scene) =>
    addUnverified(scene, `https://example.com/ \u202E${'Augusta Ada King-Noel, Countess of Lovelace '.repeat(5)}`, {
      userAgent: 'Mozilla: call +43 1 000000 to unlock your account',
    }),
  ),
  'email-verification-signed-in': prepared(async (scene) => {
    scene.session = await addUnverified(scene, 'Ada Lovelace', windows)
  }),
  'email-verification-used': prepared(async (scene) => {
    await signUp(scene)
    await must(scene.project.client().post('/contact-channels/verify', { code: scene.code }))
  }),
  'email-verification-expired': prepared((scene) => scene.ago(EXPIRED_MILLIS, () => signUp(scene))),
  'settings-auth-addresses-unclaimed': settings((scene, user) =>
    scene.addAddress(user, `ada-${unique()}@club.example used unclaimed`),
  ),
  'settings-auth-addresses-factor': settings(async (scene, user) => {
    await addSeveralAddresses(scene, user)
    await scene.enrolTotp(user)
  }),
  'settings-auth-addresses-long-ago': settings(
    async (scene, user) => {
      await addSeveralAddresses(scene, user)
      await signInLongAgo(scene, user)
    },
    {},
    { ...usual, recent_sign_in_required: true },
  ),
  'settings-auth-no-address': prepared(async (scene) => {
    const user = await scene.signIn({ oauth_providers: [connectedGoogle()] })
    await must(scene.project.server(user).patch('/users/me', { primary_email: null, password: null }))
    scene.session = await scene.startSession(user)
  }, usual),
  'settings-auth-unverified': { config: usual, prepare: (scene) => scene.signIn({ primary_email_verified: false }) },
  'settings-auth-newcomer': settings(undefined, { display_name: null, password: undefined, otp_auth_enabled: true }),
  'settings-auth-only-passkey': settings((scene, user) => keepOnlyPasskey(scene, user)),
  'settings-auth-no-list': settings((scene, user) => scene.addPasskey(user, 'Laptop')),
  'settings-auth-only-account': prepared(async (scene) => {
    const user = await scene.signInClaimed({ password: undefined, oauth_providers: [connectedGoogle()] })
    await must(scene.project.server(user).patch('/users/me', { otp_auth_enabled: false }))
  }, usual),
  ...repeat(
    { config: usual, prepare: (scene) => scene.signInImported() },
    'settings-auth-weak-password user-button-weak-password',
  ),
  'settings-auth-required-factor': prepared(
    async (scene) => {
      scene.session = await scene.signUpClaimed()
    },
    { ...usual, second_factor_policy: 'required', second_factor_grace_days: 0 },
  ),
  'settings-auth-required-factor-mistyped': prepared(
    async (scene) => {
      scene.session = await scene.signUp()
    },
    { ...usual, second_factor_policy: 'required', second_factor_grace_days: 0 },
  ),
  ...repeat(
    prepared(
      async (scene) => {
        scene.session = await scene.signUp()
      },
      { ...usual, sign_up_rules: [{ name: 'Everyone', when: {}, then: 'hold' }] },
    ),
    'settings-waiting onboarding-waiting',
  ),
  onboarding: prepared(
    async (scene) => {
      scene.session = await scene.signUp()
    },
    { ...usual, require_verified_email: true },
  ),
  'onboarding-app': prepared(
    async (scene) => {
      scene.session = await scene.signUp()
      await scene.enrolTotp(scene.session)
    },
    { ...usual, require_verified_email: true },
  ),
  'onboarding-no-address': prepared(
    async (scene) => {
      const { body } = await must(scene.project.server().post<{ id: string }>('/users', {}))
      const { body: tokens } = await must(scene.project.server().post('/auth/sessions', { user_id: body.id }))
      scene.session = {
        id: body.id,
        accessToken: String(tokens['access_token']),
        refreshToken: String(tokens['refresh_token']),
      }
    },
    { ...usual, require_verified_email: true },
  ),
  'onboarding-factor': prepared(
    async (scene) => {
      scene.session = await scene.signUpClaimed()
    },
    { ...usual, second_factor_policy: 'required', second_factor_grace_days: 0 },
  ),
  'settings-auth-passkey': settings((scene, user) => scene.addPasskey(user, 'Laptop')),
  'settings-auth-long-ago': settings(
    async (scene, user) => {
      await scene.addPasskey(user, 'Laptop')
      await signInLongAgo(scene, user)
    },
    {},
    { ...usual, recent_sign_in_required: true },
  ),
  'settings-sessions': settings(addSessions),
  'settings-account-kept': settings(
    undefined,
    {},
    { ...usual, client_user_deletion_enabled: false, user_data_export_enabled: false },
  ),
  'settings-account-own-data': { ...settings(), ownProject: true },
  'settings-team-alone': teamSettings((scene, user) => scene.addTeam(user, { name: engine.name })),
  'settings-team-last-manager': teamSettings((scene, user) =>
    scene.addTeam(user, { name: engine.name, others: ['Mary Somerville:team_member'] }),
  ),
  // A session that a server has created needs no second factor.
  'settings-team-factor': teamSettings(async (scene, user) => {
    await scene.addTeam(user, { name: engine.name })
    scene.session = await scene.signInFrom(windows)
  }),
  'settings-team-many': teamSettings(addManyTeams),
  'settings-team-creation': teamSettings(nothing),
  'settings-team-invitations': teamSettings(async (scene, user) => {
    await addSeveralTeams(scene, user)
    for (const displayName of ['Jacquard Society', longName]) {
      await scene.invite(await scene.project.createTeam({ displayName }), scene.email)
    }
  }),
  'settings-keys': settings((scene, user) => scene.addKeys({ user }, severalKeys), {}, withKeys),
  'settings-keys-failed': settings((scene, user) => scene.addKeys({ user }, severalKeys.slice(0, 1)), {}, withKeys),
  'settings-keys-many': settings((scene, user) => scene.addKeys({ user }, manyKeys), {}, withKeys),
  'settings-keys-empty': settings(undefined, {}, withKeys),
  'settings-keys-full': settings(
    async (scene, user) => {
      await scene.addKeys({ user }, [{ description: 'Sensor', days: 0 }])
      await scene.copyKey(user, 999)
    },
    {},
    withKeys,
  ),
  'settings-keys-loading': settings(undefined, {}, withKeys),
  'settings-team-keys': teamSettings(async (scene, user) => {
    await addSeveralTeams(scene, user)
    const [team = ''] = scene.teamIds
    const creator = { id: await memberOf(scene, team, 'Charles Babbage') }
    await scene.addKeys(
      { user, team },
      severalKeys.map((key, index) => (index % 2 === 0 ? key : { ...key, creator })),
    )
  }, withKeys),
  'settings-team-keys-member': teamSettings(undefined, withKeys),
  'settings-impersonated': teamSettings(async (scene, user) => {
    await scene.addPasskey(user, 'Phone')
    const team = await scene.addTeam(user, engine)
    await scene.invite(await scene.project.createTeam({ displayName: longName }), scene.email)
    await scene.addKeys({ user }, severalKeys.slice(-2))
    await scene.addKeys({ user, team }, severalKeys.slice(0, 1))
    await scene.signInFrom(phone)
    await impersonate(scene, user)
  }, withKeys),
  'settings-impersonated-unverified': prepared(
    async (scene) => impersonate(scene, await scene.createUser({ primary_email_verified: false })),
    { ...usual, require_verified_email: true },
  ),
  'team-invitation-other-user': invitation({ isSignedIn: true, recipient: 'countess@lovelace.example' }),
  'team-invitation-newcomer': invitation({
    config: { ...withTeams, invited_sign_up_enabled: true },
    hasAccount: false,
    ownProject: true,
  }),
  'team-invitation-closed': invitation({ config: { ...withTeams, sign_up_enabled: false }, hasAccount: false }),
  'team-invitation-restricted': invitation({
    config: { ...withTeams, require_verified_email: true },
    isSignedIn: true,
    isVerified: false,
    recipient: 'countess@lovelace.example',
  }),
  'team-invitation-strange': invitation({
    isSignedIn: true,
    teamName: `https://example.com/ \u202E${'Your account is locked, call us. '.repeat(7)}`,
  }),
  'team-invitation-long': invitation({
    isSignedIn: true,
    recipient: `${'a.very.long.address.of.a.person'.repeat(2)}@${'correspondence.'.repeat(8)}analytical-engine.example`,
  }),
  'team-invitation-expired': invitation({ millisAgo: EXPIRED_MILLIS }),
  'team-invitation-used': prepared(async (scene) => {
    await invitation({ isSignedIn: true }).prepare?.(scene)
    const http = scene.project.client(scene.session ?? undefined)
    await must(http.post('/team-invitations/accept', { code: scene.code }))
  }, withTeams),
  'team-invitation-missing': prepared(async (scene) => (scene.code = UNKNOWN_CODE), withTeams),
  'user-invitation-other-user': userInvitation((scene) => scene.signIn(), 'countess@lovelace.example'),
  'user-invitation-signed-in': userInvitation((scene) => scene.signIn()),
  'user-invitation-unverified': {
    ...userInvitation((scene) => scene.signIn({ primary_email_verified: false })),
    config: { ...usual, require_verified_email: true },
  },
  'user-invitation-factor': userInvitation(async (scene) => {
    await scene.enrolTotp(await scene.signInClaimed())
    scene.session = null
  }),
  'user-invitation-suspended': userInvitation(async (scene) => {
    await scene.suspend(await scene.createUser())
  }),
  'user-invitation-expired': prepared(async (scene) => {
    scene.code = await scene.ago(EXPIRED_MILLIS, () => scene.inviteToSignUp())
  }),
  'user-invitation-used': prepared(async (scene) => {
    scene.code = await scene.inviteToSignUp()
    await must(scene.project.client().post('/user-invitations/accept', { code: scene.code }))
  }),
  'user-invitation-long': userInvitation(
    nothing,
    `${'a.very.long.address.of.a.person'.repeat(2)}@${'correspondence.'.repeat(8)}analytical-engine.example`,
  ),
  'team-switcher-many': withTeamsOf(addManyTeams),
  'team-creation-signed-out': { config: withTeams },
}

async function createUserWithFactor(scene: Scene): Promise<TestSession> {
  const user = await scene.signUpClaimed()
  await scene.enrolTotp(user)
  return user
}

async function startCliLoginOf(scene: Scene): Promise<void> {
  const { body } = await must(scene.project.client().post<{ login_code: string }>('/auth/cli', {}))
  scene.code = body.login_code
}

async function keepOnlyPasskey(scene: Scene, user: TestSession): Promise<void> {
  await scene.addPasskey(user, 'Laptop')
  await must(scene.project.server(user).patch('/users/me', { password: null, otp_auth_enabled: false }))
  // The change of the password has ended the sessions.
  scene.session = await scene.startSession(user)
}

async function memberOf(scene: Scene, team: string, name: string): Promise<string> {
  const { body } = await must(
    scene.project
      .server()
      .get<{ items: { user_id: string; display_name: string | null }[] }>(`/team-member-profiles?team_id=${team}`),
  )
  return body.items.find((member) => member.display_name === name)?.user_id ?? ''
}

/** A user who has signed in at GitHub. */
async function prepareTokens(scene: Scene): Promise<void> {
  const { exchange } = await scene.project.signInAt('github', { email: scene.email }, { provider_scope: 'repo' })
  const { body } = await must(exchange<{ access_token: string; refresh_token: string }>())
  scene.session = { id: '', accessToken: body.access_token, refreshToken: body.refresh_token }
}

/** A member of a team, with everything that the hooks for teams and API keys return. */
async function prepareBoard(scene: Scene): Promise<void> {
  const user = await scene.signInClaimed()
  const server = scene.project.server()
  await must(server.post(`/project-permissions/${user.id}/beta`, {}))
  const team = await scene.project.createTeam({ displayName: 'Readers' })
  scene.teamIds.push(team)
  await scene.addMember(team, user, ['editor'])
  await scene.addMember(team, await scene.createPerson('Grace'), [])
  await must(scene.project.server(user).patch('/users/me', { selected_team_id: team }))
  await scene.invite(team, 'luigi@example.com')
  await scene.invite(await scene.project.createTeam({ displayName: 'Staff' }), scene.email)
  await scene.addKeys({ user }, [{ description: 'Own', days: 1 }])
  await scene.addKeys({ user, team }, [{ description: 'Of the team', days: 1 }])
}
