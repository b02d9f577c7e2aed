import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageNames, pagePath, PorticoClientApp } from '@portico/client'
import { resolveDestination } from './handler-path.ts'

const { urls } = new PorticoClientApp({
  tokenStore: null,
  projectId: 'p',
  publishableClientKey: 'pck',
  baseUrl: 'https://auth.example',
})

describe('resolveDestination', () => {
  test.each(pageNames)('finds the page %s at its canonical path', (name) => {
    expect(resolveDestination(`/handler/${pagePath(name)}?code=1`, urls)).toEqual({
      kind: 'page',
      name,
      canonicalUrl: null,
    })
  })

  test.each([
    ['signin', 'signIn'],
    ['Sign-In', 'signIn'],
    ['log-in', 'signIn'],
    ['LOGIN', 'signIn'],
    ['register', 'signUp'],
    ['forgotpassword', 'forgotPassword'],
    ['emailVerification', 'emailVerification'],
  ] as const)('resolves the alias %s to the canonical address of the page %s and keeps the query', (alias, name) => {
    expect(resolveDestination(`/handler/${alias}?after_auth_return_to=%2Fplans`, urls)).toEqual({
      kind: 'page',
      name,
      canonicalUrl: `/handler/${pagePath(name)}?after_auth_return_to=%2Fplans`,
    })
  })

  test.each(['accountSettings', 'error'] as const)(
    'shows the page %s even if the app configures another address',
    (name) => {
      const moved = { ...urls, [name]: '/elsewhere' }

      expect(resolveDestination(`/handler/${pagePath(name)}`, moved)).toMatchObject({ kind: 'page', name })
    },
  )

  test.each([
    ['/welcome', '/welcome?code=1'],
    ['/welcome?theme=dark#form', '/welcome?code=1&theme=dark#form'],
    ['https://accounts.example.com/in', 'https://accounts.example.com/in?code=1'],
  ])('with the sign-in page at %s, redirects the handler path to %s', (signIn, url) => {
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
  ])('does not know the page %s', (location) => {
    expect(resolveDestination(location, urls)).toEqual({ kind: 'unknown' })
  })

  test('does not throw for any path', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(['page', 'unknown']).toContain(resolveDestination(`/handler/${text}`, urls).kind)
      }),
    )
  })
})
