import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pagePaths, resolveDestination } from './handler-path.ts'

const urls = {
  handler: '/handler',
  home: '/',
  signIn: '/handler/sign-in',
  signUp: '/handler/sign-up',
  signOut: '/handler/sign-out',
  emailVerification: '/handler/email-verification',
  passwordReset: '/handler/password-reset',
  forgotPassword: '/handler/forgot-password',
  oauthCallback: '/handler/oauth-callback',
  magicLinkCallback: '/handler/magic-link-callback',
  accountSettings: '/handler/account-settings',
  error: '/handler/error',
  teamInvitation: '/handler/team-invitation',
  mfa: '/handler/mfa',
  afterSignIn: '/',
  afterSignUp: '/',
  afterSignOut: '/',
}

describe('resolveDestination', () => {
  test.each(Object.keys(pagePaths))(
    'given the canonical path %s, when resolved, then is that page as it stands',
    (path) => {
      expect(resolveDestination(`/handler/${path}?code=1`, urls)).toEqual({ kind: 'page', path, canonicalUrl: null })
    },
  )

  test.each([
    ['signin', 'sign-in'],
    ['Sign-In', 'sign-in'],
    ['log-in', 'sign-in'],
    ['LOGIN', 'sign-in'],
    ['register', 'sign-up'],
    ['forgotpassword', 'forgot-password'],
    ['emailVerification', 'email-verification'],
  ])(
    'given the alias %s, when resolved, then is the page %s at its canonical address with the query',
    (alias, path) => {
      expect(resolveDestination(`/handler/${alias}?after_auth_return_to=%2Fplans`, urls)).toEqual({
        kind: 'page',
        path,
        canonicalUrl: `/handler/${path}?after_auth_return_to=%2Fplans`,
      })
    },
  )

  test.each([
    ['/welcome', '/welcome?code=1'],
    ['/welcome?theme=dark#form', '/welcome?code=1&theme=dark#form'],
    ['https://accounts.example.com/in', 'https://accounts.example.com/in?code=1'],
  ])('given the sign-in page at %s, when the handler path is opened, then leads to %s', (signIn, url) => {
    expect(resolveDestination('/handler/sign-in?code=1', { ...urls, signIn })).toEqual({ kind: 'elsewhere', url })
  })

  test.each([
    '/handler',
    '/handler/',
    '/handler/nowhere',
    '/handlers/sign-in',
    '/',
    '/handler/constructor',
    '//[',
    '/handler//sign-out',
    '//handler/sign-out',
    '//x/handler/sign-out',
  ])('given %s, when resolved, then is unknown', (location) => {
    expect(resolveDestination(location, urls)).toEqual({ kind: 'unknown' })
  })

  test('given any text for a path, when resolved, then answers without throwing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(['page', 'unknown']).toContain(resolveDestination(`/handler/${text}`, urls).kind)
      }),
    )
  })
})
