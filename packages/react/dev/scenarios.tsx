import {
  AccountSettings,
  AuthPage,
  MagicLinkSignIn,
  MessageCard,
  OAuthButton,
  OAuthButtonGroup,
  PasskeyButton,
  PorticoHandler,
  SelectedTeamSwitcher,
  SignIn,
  TeamCreation,
  UserAvatar,
  UserButton,
  type PorticoClientApp,
} from '@portico/react'
import type { ReactNode } from 'react'
import { AppContext } from '../src/app/usePorticoApp.ts'
import { AuthCard } from '../src/auth/AuthCard.tsx'
import { CredentialSignInForm } from '../src/auth/CredentialSignIn.tsx'
import { CardRoot } from '../src/cards/CardRoot.tsx'
import type { DevAppOptions, DevRedirects } from './dev-app.ts'
import type { FakeApiKeyOptions } from './fake-api-keys.ts'
import type { FakeServiceOptions } from './fake-service.ts'
import { Caught, Codes, Fields, Greeting, Tokens } from './Greeting.tsx'
import { boardTeam, TeamBoard } from './TeamBoard.tsx'
import { FixedSwitcher } from './FixedSwitcher.tsx'
import { OwnSwitcher } from './OwnSwitcher.tsx'
import { teamId } from './fake-teams.ts'
import { PartsPage, signedInParts, signedOutParts } from './parts.tsx'

/** One state of one page. */
export interface Scenario {
  readonly service?: Partial<FakeServiceOptions>
  readonly redirects?: DevRedirects
  readonly urls?: DevAppOptions['urls']
  /** URL hash to open the page with, unless the URL already has one. */
  readonly hash?: string
  /** A cookie that the browser has from before. */
  readonly cookie?: string
  readonly render: (app: PorticoClientApp) => ReactNode
}

export const projectConfig = {
  sign_up_enabled: true,
  credential_enabled: true,
  magic_link_enabled: false,
  passkey_enabled: false,
  client_team_creation_enabled: false,
  client_user_deletion_enabled: true,
  allow_user_api_keys: false,
  allow_team_api_keys: false,
  oauth_providers: [],
  enabled_oauth_providers: [],
  domains: [],
}

/** A user who has only signed up. */
const newcomer = { display_name: null, has_password: false, otp_auth_enabled: true }

/** A user with every sign-in method. */
const careful = {
  profile_image_url: 'data:image/gif;base64,R0lGODlhAQABAIABABtvYwAAACwAAAAAAQABAAACAkQBADs=',
  otp_auth_enabled: true,
  requires_totp_mfa: true,
  oauth_providers: [
    { id: 'google', type: 'google', provider_user_id: '1', account_id: '1', email: 'ada.lovelace@gmail.example' },
  ],
}

const severalAddresses = [
  'ada.lovelace.of.the.analytical.engine@mathematics.university.example verified used',
  'taken@example.org verified',
  'ada@old-work.example',
]

const severalPasskeys = [
  'Google Password Manager, 2026-11-03',
  'Phone',
  'Security key in the drawer of the desk next to the window',
]

/** Sign-in methods that the first verification of an address can remove. */
const everyMethodRemoved = [
  { type: 'password' },
  { type: 'passkey' },
  { type: 'authenticator_app' },
  { type: 'api_keys' },
  { type: 'provider', provider_id: 'github' },
  { type: 'provider', provider_id: 'google' },
]

/** The sign-in of the state `known` started in this browser. */
const startedSignIn = 'stack-oauth-outer-known=verifier'

function page(path: string): Scenario['render'] {
  return (app) => <PorticoHandler app={app} fullPage location={`/handler/${path}`} />
}

function providers(...ids: readonly string[]): { oauth_providers: unknown; enabled_oauth_providers: unknown } {
  const list = ids.map((id) => ({ id }))
  return { oauth_providers: list, enabled_oauth_providers: list }
}

const magicLinkOnly = { ...projectConfig, magic_link_enabled: true, credential_enabled: false }
const everything = {
  ...projectConfig,
  magic_link_enabled: true,
  passkey_enabled: true,
  ...providers(
    'google',
    'github',
    'microsoft',
    'spotify',
    'facebook',
    'discord',
    'gitlab',
    'bitbucket',
    'linkedin',
    'apple',
    'x',
  ),
}
/** The sign-in methods of a typical project. */
const usual = {
  ...projectConfig,
  magic_link_enabled: true,
  passkey_enabled: true,
  ...providers('google', 'github', 'microsoft', 'apple'),
}
const withPasskey = { ...projectConfig, passkey_enabled: true }

/** Plain text with markup and lines, as an administrator may write it. */
const suspension = {
  reason: 'Your last invoice is <b>unpaid</b>.\nPay it, then write to billing@fernweh.example.',
  until_millis: Date.UTC(2099, 0, 31, 12, 30),
}

const signedIn = { service: { signedIn: true } }

/** The account settings of a signed-in user. */
function settings(section: string, service: Partial<FakeServiceOptions> = {}): Scenario {
  return {
    hash: section,
    service: { signedIn: true, verified: true, otherSessions: 3, config: usual, ...service },
    render: page('account-settings'),
  }
}

const engineTeam = {
  name: 'Analytical Engine',
  others: [
    'Charles Babbage:team_admin',
    'Mary Somerville:team_member',
    'Giovanni Plana of the Academy of Sciences at Turin:team_member:$invite_members:proof-reader',
  ],
  invited: [
    'luigi.menabrea@accademia.example',
    'a.very.long.address.of.a.person@correspondence.analytical-engine.example',
  ],
}
const severalTeams = [
  engineTeam,
  {
    name: 'Difference Engine',
    permissions: ['team_member', '$read_members', '$invite_members'],
    others: ['Charles Babbage', 'Joseph Clement'],
  },
  { name: 'Society for the Diffusion of Useful Knowledge, Subcommittee on Mathematical Tables', permissions: [] },
]
/** Many teams, the first one with many members and invitations. */
const manyTeams = Array.from({ length: 100 }, (_, index) => ({
  name: `${['Analytical', 'Difference', 'Astronomical', 'Tide-Predicting', 'Jacquard'][index % 5]} Engine ${index + 1}`,
  others: index > 0 ? [] : Array.from({ length: 99 }, (_member, position) => `Member ${position + 2}:team_member`),
  invited: index > 0 ? [] : Array.from({ length: 40 }, (_person, position) => `person-${position + 1}@example.com`),
}))
const withTeams = { ...usual, client_team_creation_enabled: true, member_role_management_enabled: true }

const severalKeys: readonly FakeApiKeyOptions[] = [
  { description: 'Laptop', expiresInDays: 29.5, days: 0.2, from: ['203.0.113.7', 'AT'] },
  {
    description: 'Nightly import of the library of the Society for the Diffusion of Useful Knowledge',
    days: 80,
    expiresInDays: 9.5,
    usedHoursAgo: 3,
    from: ['2001:db8:85a3:8d3:1319:8a2e:370:7348', 'GB'],
  },
  { description: 'Reading statistics', days: 200, usedHoursAgo: 0.2, from: ['198.51.100.24', null] },
  { description: 'Widget of the home page', days: 260, expiresInDays: 105, usedHoursAgo: 30, isPublic: true },
  { description: 'Old laptop', days: 300, revokedDaysAgo: 80, usedHoursAgo: 2_000, from: ['203.0.113.7', 'AT'] },
  { description: 'First try', days: 320, expiresInDays: -290, from: ['203.0.113.7', 'AT'] },
]
/** Fewer than the maximum of one owner, but too many for one page. */
const manyKeys = Array.from({ length: 34 }, (_, index) => ({
  description: `Sensor ${index + 1}`,
  days: index,
  ...(index % 5 === 4 && { revokedDaysAgo: 1 }),
  ...(index % 5 === 3 && { expiresInDays: -1 }),
}))
const withKeys = { ...withTeams, allow_user_api_keys: true, allow_team_api_keys: true }
const engineMember = '00000000-0000-4000-8000-000000000010'

/** The API keys in the account settings. */
function keySettings(service: Partial<FakeServiceOptions>): Scenario {
  return settings('api-keys', { config: withKeys, ...service })
}

/** The account settings of a user with teams, at a section of them. */
function teamSettings(section: string, service: Partial<FakeServiceOptions> = {}): Scenario {
  return settings(section, { config: withTeams, teams: severalTeams, ...service })
}

/** The page of an invitation to a team. */
function invitation(service: Partial<FakeServiceOptions>, code = 'good'): Scenario {
  return { service, render: page(`team-invitation?code=${code}`) }
}

export const scenarios: Readonly<Record<string, Scenario>> = {
  parts: { service: { config: usual }, render: () => <PartsPage parts={signedOutParts} /> },
  'parts-signed-in': {
    ...settings('profile'),
    render: () => <PartsPage parts={signedInParts} />,
  },
  'sign-in': { render: page('sign-in') },
  'handler-of-window': { render: () => <PorticoHandler fullPage /> },
  'sign-in-framed': {
    render: (app) => (
      <PorticoHandler
        app={app}
        fullPage
        location="/handler/sign-in"
        allowedFrameAncestors={new URLSearchParams(window.location.search).getAll('allowed')}
      />
    ),
  },
  'sign-in-slow': { service: { writeMillis: 10_000 }, render: page('sign-in') },
  'sign-in-loading': { service: { readMillis: 10 ** 9 }, render: page('sign-in') },
  'sign-in-down': { service: { down: true, readMillis: 500 }, render: page('sign-in') },
  'sign-in-router-broken': { redirects: 'failing', render: page('sign-in') },
  'sign-in-no-redirects': { redirects: 'none', render: page('sign-in') },
  'sign-in-no-sign-up': {
    service: { config: { ...projectConfig, sign_up_enabled: false } },
    render: page('sign-in'),
  },
  'sign-in-no-method': {
    service: { config: { ...projectConfig, credential_enabled: false } },
    render: page('sign-in'),
  },
  'sign-in-extra': {
    render: () => (
      <AuthPage
        type="sign-in"
        fullPage
        extraInfo={
          <>
            By signing in you accept the <a href="#terms">terms of use</a>.
          </>
        }
      />
    ),
  },
  'sign-in-everything': { service: { config: everything }, render: page('sign-in') },
  'sign-up-usual': { service: { config: usual }, render: page('sign-up') },
  'sign-up-everything': { service: { config: everything }, render: page('sign-up') },
  'sign-in-two-methods': {
    service: { config: { ...projectConfig, magic_link_enabled: true } },
    render: page('sign-in'),
  },
  'sign-in-password-first': {
    service: { config: { ...projectConfig, magic_link_enabled: true } },
    render: () => <AuthPage type="sign-in" fullPage firstTab="password" />,
  },
  'sign-in-few-providers': {
    service: { config: { ...withPasskey, ...providers('google', 'github', 'apple') } },
    render: page('sign-in'),
  },
  'sign-in-many-providers': {
    service: { config: { ...withPasskey, ...providers('google', 'github', 'facebook', 'own-idp') } },
    render: page('sign-in'),
  },
  'sign-in-only-providers': {
    service: { config: { ...projectConfig, credential_enabled: false, ...providers('spotify', 'discord') } },
    render: page('sign-in'),
  },
  'magic-link': { service: { config: magicLinkOnly }, render: page('sign-in') },
  'magic-link-slow': { service: { config: magicLinkOnly, writeMillis: 1500 }, render: page('sign-in') },
  'magic-link-part': { render: () => <MagicLinkSignIn /> },
  passkey: { service: { config: withPasskey }, render: page('sign-in') },
  'passkey-part-refused': { service: { passkey: 'refused' }, render: () => <PasskeyButton type="sign-in" /> },
  'passkey-part-factor': { service: { passkey: 'factor' }, render: () => <PasskeyButton type="sign-in" /> },
  'passkey-part': { render: () => <PasskeyButton type="sign-in" /> },
  'oauth-part': {
    service: { config: { ...projectConfig, ...providers('google', 'github') } },
    render: () => (
      <main className="parts">
        <OAuthButtonGroup type="sign-up" />
        <OAuthButton provider="gitlab" type="sign-in" isMock />
        <OAuthButton
          provider="discord"
          type="sign-in"
          onAuthenticate={() => {
            document.documentElement.dataset['authenticated'] = ''
          }}
        />
      </main>
    ),
  },
  'sign-in-preview': {
    render: () => (
      <SignIn
        mockProject={{
          config: {
            signUpEnabled: true,
            credentialEnabled: true,
            magicLinkEnabled: false,
            passkeyEnabled: false,
            oauthProviders: [],
          },
        }}
      />
    ),
  },
  'sign-in-suspended': { service: { config: usual, suspension }, render: page('sign-in') },
  'sign-in-suspended-open': { render: page('sign-in') },
  'passkey-part-suspended': {
    service: { passkey: 'suspended', suspension },
    render: () => <PasskeyButton type="sign-in" />,
  },
  'magic-link-callback-suspended': { service: { suspension }, render: page('magic-link-callback?code=suspended') },
  'error-suspended': { render: page('error?errorCode=RESTRICTED_USER_NOT_ALLOWED') },
  'oauth-callback': { cookie: startedSignIn, render: page('oauth-callback') },
  'oauth-callback-removed': {
    cookie: startedSignIn,
    service: { removedMethods: everyMethodRemoved },
    render: page('oauth-callback'),
  },
  'oauth-callback-slow': {
    cookie: startedSignIn,
    service: { writeMillis: 10 ** 9 },
    render: page('oauth-callback'),
  },
  'oauth-callback-no-redirects': { cookie: startedSignIn, redirects: 'none', render: page('oauth-callback') },
  'magic-link-callback': { render: page('magic-link-callback?code=good') },
  'magic-link-callback-removed': {
    service: { removedMethods: everyMethodRemoved },
    render: page('magic-link-callback?code=good'),
  },
  'magic-link-callback-slow': { service: { writeMillis: 10_000 }, render: page('magic-link-callback?code=good') },
  'magic-link-callback-no-redirects': { redirects: 'none', render: page('magic-link-callback?code=good') },
  'magic-link-callback-expired': { render: page('magic-link-callback?code=expired') },
  'magic-link-callback-used': { render: page('magic-link-callback?code=used') },
  'magic-link-callback-spent': { service: { isCodeSpent: true }, render: page('magic-link-callback?code=good') },
  'magic-link-callback-silent': { render: page('magic-link-callback?code=down') },
  'magic-link-callback-malformed': { render: page('magic-link-callback?code=malformed') },
  'magic-link-callback-factor': { render: page('magic-link-callback?code=factor') },
  'magic-link-callback-closed': { render: page('magic-link-callback?code=closed') },
  'magic-link-callback-invalid': { render: page('magic-link-callback?code=') },
  'magic-link-callback-signed-in': { ...signedIn, render: page('magic-link-callback?code=good') },
  mfa: { render: page('mfa') },
  'mfa-signed-in': { ...signedIn, render: page('mfa') },
  'cli-auth-confirm': { ...signedIn, render: page('cli-auth-confirm?login_code=good') },
  'cli-auth-confirm-expired': { ...signedIn, render: page('cli-auth-confirm?login_code=expired') },
  'cli-auth-confirm-incomplete': { ...signedIn, render: page('cli-auth-confirm?') },
  'cli-auth-confirm-signed-out': { render: page('cli-auth-confirm?login_code=good') },
  'cli-auth-confirm-slow': {
    service: { signedIn: true, writeMillis: 2_000 },
    render: page('cli-auth-confirm?login_code=good'),
  },
  'sign-in-embedded': { render: () => <AuthPage type="sign-in" /> },
  // The order of a sign-in card, with placeholders for the methods.
  'auth-card': {
    render: () => (
      <CardRoot fullPage>
        <AuthCard
          title="Sign in to your account"
          project="Fernweh"
          oneClick={[{ id: 'passkey', content: <button type="button">One click</button> }]}
          forms={[
            { id: 'magic-link', label: 'Email', content: <p>A form of another kind</p> },
            { id: 'password', label: 'Email & Password', content: <CredentialSignInForm /> },
          ]}
        />
      </CardRoot>
    ),
  },
  'sign-up': { render: page('sign-up') },
  'sign-up-invitation-used': {
    service: {
      config: { ...projectConfig, sign_up_enabled: false, magic_link_enabled: true },
      invitation: { has_account: false, verifies_address: false },
    },
    render: page('sign-up'),
  },
  'sign-up-disabled': {
    service: { config: { ...projectConfig, sign_up_enabled: false } },
    render: page('sign-up'),
  },
  'signed-in': { ...signedIn, render: () => <AuthPage type="sign-in" fullPage /> },
  'signed-in-redirect': { ...signedIn, render: page('sign-in') },
  'sign-out': { render: page('sign-out') },
  'sign-out-signed-in': { ...signedIn, render: page('sign-out') },
  alias: { render: page('Log-In?after_auth_return_to=%2Fplans') },
  'no-provider': {
    render: () => (
      <Caught>
        <AppContext.Provider value={null}>
          <AuthPage type="sign-in" />
        </AppContext.Provider>
      </Caught>
    ),
  },
  greeting: { render: () => <Greeting or="return-null" /> },
  'greeting-signed-in': { ...signedIn, render: () => <Greeting or="return-null" /> },
  codes: { render: () => <Codes /> },
  fields: { render: () => <Fields /> },
  tokens: { ...signedIn, render: () => <Tokens /> },
  'team-hooks': {
    service: { ...signedIn.service, user: { selected_team_id: boardTeam.id, selected_team: boardTeam } },
    render: () => <TeamBoard />,
  },
  'greeting-redirect': { render: () => <Greeting or="redirect" /> },
  'greeting-at-sign-in': { urls: { signIn: '/' }, render: () => <Greeting or="redirect" /> },
  'greeting-anonymous-down': { service: { down: true }, render: () => <Greeting or="anonymous" /> },
  'greeting-throw': { render: () => <Greeting or="throw" /> },
  'forgot-password': { render: page('forgot-password') },
  'password-reset': { render: page('password-reset?code=good') },
  'password-reset-expired': { render: page('password-reset?code=expired') },
  'password-reset-exhausted': { render: page('password-reset?code=exhausted') },
  'email-verification': { render: page('email-verification?code=good') },
  'email-verification-own': {
    service: { signedIn: true, verified: false, isSignUpSession: true },
    render: page('email-verification?code=good'),
  },
  'email-verification-added': {
    service: {
      account: {
        display_name: `https://example.com/ \u202E${'Augusta Ada King-Noel, Countess of Lovelace '.repeat(6)}`,
        user_agent: 'Call +43 1 000000 to unlock your account',
        is_sign_up_address: false,
      },
      canClaim: false,
    },
    render: page('email-verification?code=good'),
  },
  'email-verification-signed-in': {
    service: { signedIn: true, account: { is_sign_up_address: false, other_email: 'ada@example.com' } },
    render: page('email-verification?code=good'),
  },
  'email-verification-nameless': {
    service: { account: { display_name: null, user_agent: null } },
    render: page('email-verification?code=good'),
  },
  'email-verification-spent': { service: { isCodeSpent: true }, render: page('email-verification?code=good') },
  'email-verification-used': { render: page('email-verification?code=used') },
  'email-verification-down': { render: page('email-verification?code=down') },
  'email-verification-expired': { render: page('email-verification?code=expired') },
  'email-verification-invalid': { render: page('email-verification?code=') },
  error: { render: page('error?errorCode=SCHEMA_ERROR') },
  'error-provider-down': { render: page('error?errorCode=OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE') },
  'error-access-denied': { render: page('error?errorCode=OAUTH_PROVIDER_ACCESS_DENIED') },
  'error-connected-elsewhere': { render: page('error?errorCode=OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER') },
  'error-other-account': { render: page('error?errorCode=USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION') },
  'error-timeout': { render: page('error?errorCode=OUTER_OAUTH_TIMEOUT') },
  'error-address-taken': { render: page('error?errorCode=CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE') },
  'error-provider-off': { render: page('error?errorCode=OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED') },
  'error-sign-up-off': { render: page('error?errorCode=SIGN_UP_NOT_ENABLED') },
  'error-unlisted': { render: page('error?errorCode=CALL_US_NOW') },
  'error-unknown': { render: page('error?') },
  'unknown-page': { render: page('nowhere?') },
  settings: { ...settings(''), render: page('account-settings') },
  'settings-profile': settings('profile'),
  'settings-profile-careful': settings('profile', { user: careful }),
  'settings-auth': settings('auth'),
  'settings-auth-addresses-unclaimed': settings('auth', { addresses: ['ada@club.example used unclaimed'] }),
  'settings-auth-addresses': settings('auth', { addresses: severalAddresses }),
  'settings-auth-addresses-factor': settings('auth', {
    user: { requires_totp_mfa: true },
    addresses: severalAddresses,
  }),
  'settings-auth-addresses-long-ago': settings('auth', { addresses: severalAddresses, signedInLongAgo: true }),
  // React's strict mode loads the list twice.
  'settings-auth-addresses-failed': settings('auth', { failedAddressLists: 2 }),
  'settings-auth-no-address': settings('auth', { user: { primary_email: null, primary_email_verified: false } }),
  'settings-auth-unverified': settings('auth', { verified: false }),
  'settings-auth-newcomer': settings('auth', { user: newcomer }),
  'settings-auth-careful': settings('auth', { user: careful, passkeys: severalPasskeys }),
  'settings-auth-only-passkey': settings('auth', { user: { has_password: false }, passkeys: ['Laptop'] }),
  'settings-auth-no-list': settings('auth', { passkeys: ['Laptop'], failedLists: 2 }),
  'settings-auth-only-account': settings('auth', {
    user: { has_password: false, oauth_providers: careful.oauth_providers },
  }),
  'settings-auth-long-ago': settings('auth', { user: careful, passkeys: ['Laptop'], signedInLongAgo: true }),
  'settings-sessions': settings('sessions'),
  'settings-sessions-alone': settings('sessions', { otherSessions: 0 }),
  'settings-account': settings('settings'),
  'settings-account-kept': settings('settings', { config: { ...usual, client_user_deletion_enabled: false } }),
  'settings-account-slow': settings('settings', { writeMillis: 10_000 }),
  'settings-loading': settings('', { readMillis: 10 ** 9 }),
  'settings-down': settings('', { down: true }),
  'settings-signed-out': settings('sessions', { signedIn: false }),
  'settings-no-redirects': { ...settings('', { signedIn: false }), redirects: 'none' },
  'settings-embedded': {
    ...settings(''),
    render: () => (
      <AccountSettings
        extraItems={[{ id: 'shelf', title: 'My shelf', iconName: 'terminal', content: <p>Twelve books</p> }]}
      />
    ),
  },
  'settings-team': teamSettings(`team-${teamId(0)}`),
  'settings-team-member': teamSettings(`team-${teamId(1)}`),
  'settings-team-alone': teamSettings(`team-${teamId(0)}`, { teams: [{ name: 'Analytical Engine' }] }),
  'settings-team-last-manager': teamSettings(`team-${teamId(0)}`, {
    teams: [{ name: 'Analytical Engine', others: ['Mary Somerville:team_member'] }],
  }),
  'settings-team-few-rights': teamSettings(`team-${teamId(2)}`),
  'settings-team-missing': teamSettings(`team-${teamId(9)}`),
  // React's strict mode starts one load only.
  'settings-team-failed': teamSettings(`team-${teamId(0)}`, { failedTeamCalls: 1 }),
  'settings-team-many': teamSettings(`team-${teamId(0)}`, { teams: manyTeams }),
  'settings-team-loading': teamSettings(`team-${teamId(0)}`, { silentTeamCalls: 'team-' }),
  'settings-keys': keySettings({ apiKeys: severalKeys }),
  'settings-keys-empty': keySettings({}),
  'settings-keys-many': keySettings({ apiKeys: manyKeys }),
  'settings-keys-full': keySettings({
    apiKeys: Array.from({ length: 1_000 }, (_, index) => ({ description: `Sensor ${index + 1}` })),
    refusedKeyStatus: 400,
  }),
  'settings-keys-failed': keySettings({ apiKeys: severalKeys, failedKeyLists: 1 }),
  'settings-keys-loading': keySettings({ silentTeamCalls: 'user-api-keys' }),
  'settings-team-keys': teamSettings(`team-${teamId(0)}`, {
    config: withKeys,
    teamApiKeys: severalKeys.map((key, index) => (index % 2 === 0 ? key : { ...key, creator: engineMember })),
  }),
  'settings-team-keys-member': teamSettings(`team-${teamId(1)}`, { config: withKeys, teamApiKeys: severalKeys }),
  'settings-team-invitations': teamSettings('team-invitations', {
    receivedInvitations: ['Jacquard Society', 'Society for the Diffusion of Useful Knowledge, Subcommittee'],
  }),
  'settings-team-creation': teamSettings('team-creation', { teams: [] }),
  'team-invitation': invitation({ signedIn: true }),
  'team-invitation-other-user': invitation({
    signedIn: true,
    invitation: { recipient_email: 'countess@lovelace.example', has_account: false },
  }),
  'team-invitation-signed-out': invitation({}),
  'team-invitation-newcomer': invitation({ invitation: { has_account: false } }),
  'team-invitation-closed': invitation({ invitation: { has_account: false, may_sign_up: false } }),
  'team-invitation-strange': invitation({
    signedIn: true,
    invitation: { team_display_name: `https://example.com/ \u202E${'Your account is locked, call us. '.repeat(9)}` },
  }),
  'team-invitation-long': invitation({
    signedIn: true,
    invitation: {
      recipient_email: `${'a.very.long.address.of.a.person'.repeat(2)}@${'correspondence.'.repeat(8)}analytical-engine.example`,
    },
  }),
  'team-invitation-loading': invitation({ silentTeamCalls: 'team-invitations' }),
  'team-invitation-spent': invitation({ signedIn: true, isCodeSpent: true }),
  'team-invitation-elsewhere': { service: { signedIn: true }, render: page('team-invitation') },
  'team-invitation-invalid': invitation({}, ''),
  'team-invitation-missing': invitation({}, 'missing'),
  'team-invitation-expired': invitation({}, 'expired'),
  'team-invitation-used': invitation({}, 'used'),
  'team-invitation-down': invitation({}, 'down'),
  'team-switcher': {
    service: { signedIn: true, config: withTeams, teams: severalTeams },
    render: () => (
      <main className="parts">
        <SelectedTeamSwitcher />
      </main>
    ),
  },
  'team-switcher-many': {
    service: { signedIn: true, config: withTeams, teams: manyTeams },
    render: () => <SelectedTeamSwitcher />,
  },
  'team-switcher-loading': {
    service: { signedIn: true, config: withTeams, silentTeamCalls: 'teams' },
    render: () => <SelectedTeamSwitcher />,
  },
  'team-switcher-null': {
    service: { signedIn: true, config: withTeams, teams: severalTeams },
    render: () => <SelectedTeamSwitcher allowNull nullLabel="Only me" urlMap={(team) => `/t/${team?.id ?? 'me'}`} />,
  },
  'team-switcher-fixed': {
    service: { signedIn: true, config: withTeams, teams: severalTeams },
    render: () => <FixedSwitcher />,
  },
  'team-creation': {
    service: { signedIn: true, config: withTeams },
    render: () => (
      <main className="parts">
        <TeamCreation />
      </main>
    ),
  },
  'team-creation-signed-out': { service: { config: withTeams }, render: () => <TeamCreation /> },
  'team-switcher-own': {
    service: { signedIn: true, config: withTeams, teams: severalTeams },
    render: () => <OwnSwitcher />,
  },
  'team-switcher-refused': {
    service: { signedIn: true, config: withTeams, teams: severalTeams, refusesSelection: true },
    render: () => <SelectedTeamSwitcher urlMap={(team) => `/t/${team?.id ?? 'me'}`} />,
  },
  'team-switcher-fixed-refused': {
    service: { signedIn: true, config: withTeams, teams: severalTeams, refusesSelection: true },
    render: () => <FixedSwitcher />,
  },
  'team-switcher-empty': {
    service: { signedIn: true, config: withTeams },
    render: () => <SelectedTeamSwitcher />,
  },
  'team-switcher-failed': {
    service: { signedIn: true, config: withTeams, teams: severalTeams, failedTeamCalls: 1 },
    render: () => <SelectedTeamSwitcher />,
  },
  'team-switcher-signed-out': {
    render: () => (
      <main className="parts">
        <UserButton />
        <SelectedTeamSwitcher />
      </main>
    ),
  },
  message: {
    render: () => (
      <MessageCard
        fullPage
        title="Leave the team?"
        primaryButtonText="Leave"
        primaryAction={() => new Promise((resolve) => setTimeout(resolve, 2000))}
        secondaryButtonText="Stay"
      >
        You will lose access to its plans at once.
      </MessageCard>
    ),
  },
  'user-button': {
    ...signedIn,
    render: () => (
      <main className="parts">
        <UserButton />
        <UserButton showUserInfo colorModeToggle={() => {}} />
        <UserAvatar size={64} user={{ displayName: 'Grace Hopper' }} />
        <UserAvatar size={48} border />
      </main>
    ),
  },
  'user-button-down': {
    service: { signedIn: true, down: 'once' },
    render: () => (
      <main className="parts">
        <UserButton />
      </main>
    ),
  },
  'user-button-router-broken': { redirects: 'failing', render: () => <UserButton /> },
  'user-button-signed-out': {
    render: () => (
      <main className="parts">
        <UserButton />
      </main>
    ),
  },
}
