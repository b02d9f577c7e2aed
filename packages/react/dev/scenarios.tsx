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
import { Caught, Codes, Fields, Greeting, Tokens } from './Greeting.tsx'
import { TeamBoard } from './TeamBoard.tsx'
import { FixedSwitcher } from './FixedSwitcher.tsx'
import { OwnSwitcher } from './OwnSwitcher.tsx'
import { PartsPage, signedInParts, signedOutParts } from './parts.tsx'
import { repeat, type SceneView } from './scene.ts'

/** One state of one page: what the host does. `scenes.ts` has the service's state, `network.ts` has the network's. */
export interface Scenario {
  readonly redirects?: DevRedirects
  readonly urls?: DevAppOptions['urls']
  /** URL hash to open the page with, unless the URL already has one. */
  readonly hash?: (scene: SceneView) => string
  readonly render: (app: PorticoClientApp, scene: SceneView) => ReactNode
}

type Render = Scenario['render']

/** @param path without it, the handler reads the address of the window */
function page(path: string): Render {
  return (app) => <PorticoHandler app={app} fullPage location={`/handler/${path}`} />
}

/** A page that a link with the code of the scene opens. */
function linked(path: string, parameter = 'code'): Render {
  return (app, { code }) => (
    <PorticoHandler app={app} fullPage location={`/handler/${path}?${parameter}=${encodeURIComponent(code)}`} />
  )
}

/** Scenarios that differ only in the state of the service or the network. */
function each(render: Render, names: string, hash?: Scenario['hash']): Record<string, Scenario> {
  return repeat({ render, ...(hash && { hash }) }, names)
}

/** Scenarios of the account settings that open the same section. */
function settings(section: string, names: string): Record<string, Scenario> {
  return each(page('account-settings'), names, () => section)
}

/** Scenarios of the account settings that open the page of the team with this index. */
function teamSettings(position: number, names: string): Record<string, Scenario> {
  return each(page('account-settings'), names, ({ teamIds }) => `team-${teamIds[position] ?? crypto.randomUUID()}`)
}

const parts = (content: ReactNode): ReactNode => <main className="parts">{content}</main>
const switcher: Render = () => parts(<SelectedTeamSwitcher />)

const signIn: Readonly<Record<string, Scenario>> = {
  ...each(
    page('sign-in'),
    `sign-in sign-in-slow sign-in-loading sign-in-down sign-in-no-sign-up sign-in-no-method sign-in-everything
    sign-in-two-methods sign-in-few-providers sign-in-many-providers sign-in-only-providers sign-in-factor
    sign-in-passkey-factor sign-in-connection
    sign-in-suspended sign-in-suspended-open sign-in-suspended-factor magic-link magic-link-own magic-link-factor
    magic-link-slow passkey signed-in-redirect`,
  ),
  ...each(page('sign-up'), 'sign-up sign-up-usual sign-up-everything sign-up-disabled'),
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
  'sign-in-router-broken': { redirects: 'failing', render: page('sign-in') },
  'sign-in-no-redirects': { redirects: 'none', render: page('sign-in') },
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
  'sign-in-password-first': { render: () => <AuthPage type="sign-in" fullPage firstTab="password" /> },
  'sign-in-embedded': { render: () => <AuthPage type="sign-in" /> },
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
  // A visitor of a project with a logo, an accent and links.
  'sign-up-branded': {
    render: () => (
      <AuthPage
        type="sign-up"
        fullPage
        mockProject={{
          displayName: 'Fernweh',
          logoUrl: drawnLogo('#887100', 'light'),
          logoDarkModeUrl: drawnLogo('#ffd400', 'dark'),
          accentColorLight: '#887100',
          accentColorDark: '#ffd400',
          termsUrl: 'https://fernweh.example/terms',
          privacyUrl: 'https://fernweh.example/privacy',
          config: {
            signUpEnabled: true,
            credentialEnabled: true,
            magicLinkEnabled: false,
            passkeyEnabled: false,
            oauthProviders: [{ id: 'github' }],
            oidcProviders: [{ id: 'custom:acme', displayName: 'Acme', iconUrl: drawnLogo('#887100', 'acme') }],
          },
        }}
      />
    ),
  },
  'magic-link-part': { render: () => <MagicLinkSignIn /> },
  'passkey-part': { render: () => <PasskeyButton type="sign-in" /> },
  'oauth-part': {
    render: () =>
      parts(
        <>
          <OAuthButtonGroup type="sign-up" />
          <OAuthButton provider="gitlab" type="sign-in" isMock />
          <OAuthButton
            provider="discord"
            type="sign-in"
            onAuthenticate={() => {
              document.documentElement.dataset['authenticated'] = ''
            }}
          />
        </>,
      ),
  },
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
  'signed-in': { render: () => <AuthPage type="sign-in" fullPage /> },
  ...each(page('sign-out'), 'sign-out sign-out-signed-in'),
  alias: { render: page('Log-In?after_auth_return_to=%2Fplans') },
}

const callbacks: Readonly<Record<string, Scenario>> = {
  ...each(
    page('oauth-callback'),
    'oauth-callback oauth-callback-elsewhere oauth-callback-refused oauth-callback-removed oauth-callback-factor oauth-callback-slow',
  ),
  'oauth-callback-no-redirects': { redirects: 'none', render: page('oauth-callback') },
  'oauth-callback-refused-no-redirects': { redirects: 'none', render: page('oauth-callback') },
  'oauth-callback-factor-no-redirects': { redirects: 'none', render: page('oauth-callback') },
  ...each(
    linked('magic-link-callback'),
    `magic-link-callback magic-link-callback-removed magic-link-callback-slow magic-link-callback-expired
    magic-link-callback-used magic-link-callback-silent magic-link-callback-malformed magic-link-callback-factor
    magic-link-callback-closed magic-link-callback-signed-in magic-link-callback-suspended`,
  ),
  'magic-link-callback-invalid': { render: page('magic-link-callback?code=') },
  'magic-link-callback-no-redirects': { redirects: 'none', render: linked('magic-link-callback') },
  ...each(page('mfa'), 'mfa mfa-passkey mfa-signed-in'),
  ...each(page('onboarding'), 'onboarding onboarding-app onboarding-no-address onboarding-waiting onboarding-factor'),
  ...each(
    linked('cli-auth-confirm', 'login_code'),
    'cli-auth-confirm cli-auth-confirm-expired cli-auth-confirm-signed-out cli-auth-confirm-slow',
  ),
  'cli-auth-confirm-incomplete': { render: page('cli-auth-confirm?') },
  'forgot-password': { render: page('forgot-password') },
  ...each(linked('password-reset'), 'password-reset password-reset-expired password-reset-exhausted'),
  ...each(
    linked('email-verification'),
    `email-verification email-verification-own email-verification-added email-verification-signed-in
    email-verification-nameless email-verification-used email-verification-down email-verification-expired`,
  ),
  ...each(linked('disown-session'), 'disown-session disown-session-no-password disown-session-expired'),
  'disown-session-invalid': { render: page('disown-session?code=') },
  'email-verification-invalid': { render: page('email-verification?code=') },
  ...each(
    linked('team-invitation'),
    `team-invitation team-invitation-other-user team-invitation-signed-out team-invitation-newcomer
    team-invitation-closed team-invitation-strange team-invitation-long team-invitation-loading team-invitation-missing
    team-invitation-expired team-invitation-used team-invitation-down team-invitation-restricted`,
  ),
  ...each(
    linked('user-invitation'),
    `user-invitation user-invitation-other-user user-invitation-signed-in user-invitation-unverified
    user-invitation-factor user-invitation-suspended user-invitation-long user-invitation-expired user-invitation-used
    user-invitation-down`,
  ),
  'user-invitation-invalid': { render: page('user-invitation?code=') },
  'user-invitation-no-redirects': { redirects: 'none', render: linked('user-invitation') },
  'team-invitation-elsewhere': { render: page('team-invitation') },
  'team-invitation-invalid': { render: page('team-invitation?code=') },
}

const errorCodes: Readonly<Record<string, string>> = {
  error: 'SCHEMA_ERROR',
  'error-provider-down': 'OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE',
  'error-access-denied': 'OAUTH_PROVIDER_ACCESS_DENIED',
  'error-connected-elsewhere': 'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER',
  'error-other-account': 'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION',
  'error-timeout': 'OUTER_OAUTH_TIMEOUT',
  'error-address-taken': 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
  'error-provider-off': 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
  'error-sign-up-off': 'SIGN_UP_NOT_ENABLED',
  'error-suspended': 'RESTRICTED_USER_NOT_ALLOWED',
  'error-unlisted': 'CALL_US_NOW',
}

const messages: Readonly<Record<string, Scenario>> = {
  ...Object.fromEntries(
    Object.entries(errorCodes).map(([name, code]) => [name, { render: page(`error?errorCode=${code}`) }]),
  ),
  'error-unknown': { render: page('error?') },
  'unknown-page': { render: page('nowhere?') },
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
}

const hostComponents: Readonly<Record<string, Scenario>> = {
  parts: { render: (_app, scene) => <PartsPage parts={signedOutParts(scene)} /> },
  'parts-signed-in': { hash: () => 'profile', render: (_app, scene) => <PartsPage parts={signedInParts(scene)} /> },
  'no-provider': {
    render: () => (
      <Caught>
        <AppContext.Provider value={null}>
          <AuthPage type="sign-in" />
        </AppContext.Provider>
      </Caught>
    ),
  },
  ...each(() => <Greeting or="return-null" />, 'greeting greeting-signed-in'),
  'greeting-redirect': { render: () => <Greeting or="redirect" /> },
  'greeting-at-sign-in': { urls: { signIn: '/' }, render: () => <Greeting or="redirect" /> },
  'greeting-anonymous-down': { render: () => <Greeting or="anonymous" /> },
  'greeting-throw': { render: () => <Greeting or="throw" /> },
  codes: { render: () => <Codes /> },
  fields: { render: () => <Fields /> },
  tokens: { render: () => <Tokens /> },
  'team-hooks': { render: (_app, { teamIds: [team = ''] }) => <TeamBoard team={team} /> },
  'user-button': {
    render: () =>
      parts(
        <>
          <UserButton />
          <UserButton showUserInfo colorModeToggle={() => {}} />
          <UserAvatar size={64} user={{ displayName: 'Grace Hopper' }} />
          <UserAvatar size={48} border />
        </>,
      ),
  },
  ...each(() => parts(<UserButton />), 'user-button-down user-button-signed-out user-button-weak-password'),
  'user-button-router-broken': { redirects: 'failing', render: () => <UserButton /> },
}

const accountSettings: Readonly<Record<string, Scenario>> = {
  ...settings('', 'settings settings-loading settings-down'),
  ...settings('profile', 'settings-profile settings-profile-careful'),
  ...settings(
    'auth',
    `settings-auth settings-auth-careful settings-auth-addresses settings-auth-addresses-unclaimed
    settings-auth-addresses-factor settings-auth-addresses-long-ago settings-auth-addresses-failed
    settings-auth-no-address settings-auth-unverified settings-auth-newcomer settings-auth-only-passkey settings-auth-passkey
    settings-auth-no-list settings-auth-only-account settings-auth-long-ago settings-auth-weak-password
    settings-auth-required-factor settings-auth-required-factor-mistyped settings-waiting`,
  ),
  ...settings('sessions', 'settings-sessions settings-sessions-alone settings-signed-out'),
  ...settings('settings', 'settings-account settings-account-kept settings-account-own-data settings-account-slow'),
  ...settings(
    'api-keys',
    `settings-keys settings-keys-empty settings-keys-many settings-keys-full settings-keys-failed
    settings-keys-loading`,
  ),
  ...settings('team-invitations', 'settings-team-invitations'),
  ...settings('team-creation', 'settings-team-creation'),
  ...teamSettings(
    0,
    `settings-team settings-team-alone settings-team-last-manager settings-team-failed settings-team-many
    settings-team-loading settings-team-keys settings-team-factor`,
  ),
  ...teamSettings(1, 'settings-team-member settings-team-keys-member'),
  ...teamSettings(2, 'settings-team-few-rights'),
  ...teamSettings(9, 'settings-team-missing'),
  ...settings('', 'settings-impersonated settings-impersonated-unverified'),
  'settings-no-redirects': { redirects: 'none', render: page('account-settings') },
  'settings-embedded': {
    render: () => (
      <AccountSettings
        extraItems={[{ id: 'shelf', title: 'My shelf', iconName: 'terminal', content: <p>Twelve books</p> }]}
      />
    ),
  },
}

const teams: Readonly<Record<string, Scenario>> = {
  ...each(switcher, 'team-switcher team-switcher-many team-switcher-loading team-switcher-empty team-switcher-failed'),
  'team-switcher-null': {
    render: () => <SelectedTeamSwitcher allowNull nullLabel="Only me" urlMap={(team) => `/t/${team?.id ?? 'me'}`} />,
  },
  'team-switcher-refused': {
    render: () => <SelectedTeamSwitcher urlMap={(team) => `/t/${team?.id ?? 'me'}`} />,
  },
  ...each(() => <FixedSwitcher />, 'team-switcher-fixed team-switcher-fixed-refused'),
  'team-switcher-own': { render: () => <OwnSwitcher /> },
  'team-switcher-signed-out': {
    render: () =>
      parts(
        <>
          <UserButton />
          <SelectedTeamSwitcher />
        </>,
      ),
  },
  ...each(() => parts(<TeamCreation />), 'team-creation team-creation-signed-out'),
}

function drawnLogo(color: string, name: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" id="${name}"><circle cx="12" cy="12" r="11" fill="${color}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

export const scenarios: Readonly<Record<string, Scenario>> = {
  ...hostComponents,
  ...signIn,
  ...callbacks,
  ...messages,
  ...accountSettings,
  ...teams,
}
