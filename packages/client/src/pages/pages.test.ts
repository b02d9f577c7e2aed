import { describe, expect, expectTypeOf, test } from 'vitest'

import type { PorticoClientApp } from '../app/client-app.ts'
import type { RedirectToOptions } from './redirects.ts'
import { createApp } from '../../test/test-app.ts'
import { type MovablePageName, pageNames, pagePath, pages } from './pages.ts'
import { redirectMethods } from './redirect-methods.ts'
import { type HandlerUrls, resolveUrls } from './urls.ts'

const movable = pageNames.filter((name): name is MovablePageName => pages[name] !== 'fixed')

describe('the table of pages', () => {
  test.each(movable)('gives %s an address that an application can move', (name) => {
    expect(resolveUrls()[name]).toBe(`/handler/${pagePath(name)}`)
    expect(resolveUrls({ handler: '/account' })[name]).toBe(`/account/${pagePath(name)}`)
    expect(resolveUrls({ [name]: '/moved' })[name]).toBe('/moved')
  })

  test.each([
    ['signIn', 'sign-in'],
    ['magicLinkCallback', 'magic-link-callback'],
    ['oauthCallback', 'oauth-callback'],
    ['mfa', 'mfa'],
  ])('gives %s the path %s', (name, path) => {
    expect(pagePath(name)).toBe(path)
  })

  test('has no address for a page whose path is fixed', () => {
    expect(resolveUrls()).not.toHaveProperty('cliAuthConfirm')
    expectTypeOf<Extract<'cliAuthConfirm', keyof HandlerUrls>>().toBeNever()
  })

  test.each([
    ['signIn', 'redirectToSignIn'],
    ['oauthCallback', 'redirectToOAuthCallback'],
    ['teamInvitation', 'redirectToTeamInvitation'],
    ['home', 'redirectToHome'],
    ['afterSignOut', 'redirectToAfterSignOut'],
  ])('has for the address %s the redirect method %s', async (name, method) => {
    const targets: string[] = []
    const methods = redirectMethods(async (_app, target) => void targets.push(target))

    await methods[method as 'redirectToSignIn']()

    expect(targets).toEqual([name])
  })

  test('has a redirect method for each address except that of the handler', () => {
    expect(Object.keys(redirectMethods(async () => {}))).toHaveLength(Object.keys(resolveUrls()).length - 1)
    expectTypeOf<PorticoClientApp['redirectToMfa']>().toEqualTypeOf<(options?: RedirectToOptions) => Promise<void>>()
    expectTypeOf<PorticoClientApp['redirectToOAuthCallback']>().toEqualTypeOf<() => Promise<void>>()
  })

  test('has redirect methods that go to the configured addresses', async () => {
    const { app, browser } = createApp({}, { urls: { accountSettings: '/me' } })

    await app.redirectToAccountSettings({ replace: true })

    expect(browser.visits).toEqual(['replace https://app.example/me'])
  })
})
