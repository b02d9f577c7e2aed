import { beforeAll, describe, expect, test } from 'vitest'
import * as react from '../src/react.ts'
import { type SharedPage, componentPages } from './component-page.ts'
import { describePart, surveyParts, type Survey } from './describe-part.ts'

// Two pages show all components, so that each one is tested beside others. Each page is surveyed once.

const providers = (act: string): string[] =>
  ['Apple', 'GitHub', 'Google', 'Microsoft'].map((name) => `${act} with ${name}`)

const signedOut: Readonly<Record<string, readonly string[]>> = {
  SignIn: [
    'Sign up',
    ...providers('Sign in'),
    'Sign in with a passkey',
    'Email & Password',
    'Email',
    'Forgot password?',
    'Password',
    'Show password',
    'Sign in',
    'Terms',
  ],
  SignUp: ['Sign in', ...providers('Sign up'), 'Email & Password', 'Email', 'Password', 'Show password', 'Sign up'],
  AuthPage: [
    'Sign in',
    ...providers('Sign up'),
    'Email & Password',
    'Email',
    'Password',
    'Show password',
    'Repeat password',
    'Show password',
    'Sign up',
  ],
  CredentialSignIn: ['Email', 'Forgot password?', 'Password', 'Show password', 'Sign in'],
  CredentialSignUp: ['Email', 'Password', 'Show password', 'Repeat password', 'Show password', 'Sign up'],
  'CredentialSignUp noPasswordRepeat': ['Email', 'Password', 'Show password', 'Sign up'],
  MagicLinkSignIn: ['Email', 'Send code'],
  OAuthButton: ['Sign up with GitLab'],
  OAuthButtonGroup: providers('Sign in'),
  DelayedInput: ['Name'],
  PasswordInput: ['Old password', 'Show password'],
  OneTimeCodeInput: ['Code'],
  PasskeyButton: ['Sign in with a passkey'],
  'PasskeyButton sign-up': [],
  ForgotPassword: ['Email', 'Send link', 'Sign in'],
  PasswordReset: ['New password', 'Show password', 'Repeat new password', 'Show password', 'Reset password'],
  EmailVerification: ['This is my account', 'This wasn’t me'],
  Impersonation: ['Go home'],
  DisownSession: ['Cancel', 'End session'],
  FactorReset: ['Cancel the removal'],
  TeamInvitation: ['Sign in', 'Not now'],
  UserInvitation: ['Accept invitation', 'Not now'],
  MagicLinkCallback: ['Cancel', 'Sign in'],
  Mfa: ['Sign in'],
  ErrorPage: ['Go home'],
  MessageCard: ['Stay', 'Leave'],
  PredefinedMessageCard: ['Sign in'],
  UserButton: ['Open user menu'],
  'UserButton mockUser': ['Open user menu Grace Hopper'],
  'SelectedTeamSwitcher mockTeams': ['Select a team'],
  'TeamSwitcher mockUser': ['Readers'],
}

const signedIn: Readonly<Record<string, readonly string[]>> = {
  AccountSettings: [
    'Profile',
    'Sign-in and security',
    'Active sessions',
    'Account',
    'My shelf',
    'Choose picture',
    'Change',
  ],
  SelectedTeamSwitcher: ['Select a team'],
  TeamSwitcher: ['Select a team'],
  TeamCreation: ['Go home'],
  Onboarding: ['Sign out', 'Go home'],
  CliAuthConfirmation: ['Refuse', 'Allow'],
  UserButton: ['Open user menu'],
  'UserButton showUserInfo': [
    expect.stringMatching(
      /^Open user menu Ada Lovelace ada\.lovelace-\w+@correspondence\.analytical-engine\.example$/,
    ) as string,
  ],
  LanguageMenu: ['Language'],
  UserAvatar: [],
}

/**
 * Components without a root element and controls: they redirect immediately, render no markup, or are an outline or an
 * icon.
 */
const excluded = [
  'HandlerOutline',
  'OAuthCallback',
  'PageOfServer',
  'SignOut',
  'PorticoHandler',
  'PorticoProvider',
  'PorticoTheme',
  'ProviderIcon',
]

const pages = componentPages()

describe.each([
  { scenario: 'parts', parts: signedOut },
  { scenario: 'parts-signed-in', parts: signedIn },
])('$scenario', ({ scenario, parts }) => {
  let shared: SharedPage
  let survey: Survey

  beforeAll(async () => {
    shared = await pages.share(scenario)
    survey = await surveyParts(shared)
  })

  for (const [name, controls] of Object.entries(parts)) describePart(name, () => survey, { controls })

  test('repeats no id and logs no error', () => {
    expect(Object.keys(survey.parts)).toEqual(Object.keys(parts))
    expect(survey.repeatedIds).toEqual([])
    expect(shared.uncaughtErrors).toEqual([])
    expect(shared.consoleErrors).toEqual([])
  })
})

test('the two pages cover every exported component', () => {
  const components = Object.entries(react).filter(([name, value]) => /^[A-Z]/.test(name) && isComponent(value))
  const covered = [...Object.keys(signedOut), ...Object.keys(signedIn)].map((name) => name.split(' ')[0])

  expect(
    components.map(([name]) => name).filter((name) => !covered.includes(name) && !excluded.includes(name)),
  ).toEqual([])
})

/** Excludes classes: error classes and the app. */
function isComponent(value: unknown): boolean {
  return typeof value === 'function' && !/^class\b/.test(String(value))
}
