import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import * as portico from './react.ts'
import * as stack from './stack.ts'

test('the /stack entry exports the same under the names of the original SDK', () => {
  expect(stack.StackHandler).toBe(portico.PorticoHandler)
  expect(stack.useStackApp).toBe(portico.usePorticoApp)
  expect(stack.stackAppInternalsSymbol).toBe(portico.porticoAppInternalsSymbol)
  expect(stack.SignIn).toBe(portico.SignIn)
  expectTypeOf(stack.StackServerApp).toEqualTypeOf<stack.StackServerAppConstructor>()
  expect(stack.StackServerApp.name).toBe('StackServerApp')
  expectTypeOf(stack.StackAdminApp).toEqualTypeOf<stack.StackAdminAppConstructor>()
  expect(stack.StackAdminApp.name).toBe('StackAdminApp')
})

test.each(Object.keys(portico).filter((name) => !/portico/i.test(name)))(
  '%s has the same name in both entries',
  (name) => {
    expect(Reflect.get(stack, name)).toBe(Reflect.get(portico, name))
  },
)

test('the names of the original SDK replace those of Portico', () => {
  const renamed = Object.keys(portico)
    .filter((name) => /portico/i.test(name))
    .map((name) => name.replace('Portico', 'Stack').replace('portico', 'stack'))

  expect(Object.keys(stack)).toEqual(expect.arrayContaining(renamed))
  expect(Object.keys(stack).filter((name) => /portico/i.test(name))).toEqual([])
})

test('the handler accepts the props that the original SDK takes from a framework', () => {
  type Props = Parameters<typeof stack.StackHandler>[0]

  expectTypeOf({ routeProps: { params: {} }, params: {}, searchParams: {}, fullPage: true }).toExtend<Props>()
})

test('the type names of the original SDK describe the app of this package', () => {
  expectTypeOf(stack.StackClientApp).toEqualTypeOf<stack.StackClientAppConstructor>()
  expectTypeOf<portico.PorticoClientAppOptions<true, 'p'>>().toExtend<
    stack.StackClientAppConstructorOptions<true, 'p'>
  >()
  const options: stack.StackClientAppConstructorOptions<true, 'p'> = {
    tokenStore: 'memory',
    projectId: 'p',
    publishableClientKey: 'pck',
    baseUrl: 'https://auth.example',
  }
  const Constructor: stack.StackClientAppConstructor = stack.StackClientApp

  const app = new Constructor(options)

  expectTypeOf(app).toExtend<portico.PorticoClientApp<true, 'p'>>()
  expect(app).toBeInstanceOf(portico.PorticoClientApp)
})

test('the /stack entry exports the types of the original SDK', () => {
  expectTypeOf<stack.Auth>().toExtend<portico.SessionMethods>()
  expectTypeOf<stack.Session['useTokens']>().returns.toEqualTypeOf<portico.Tokens>()
  expectTypeOf<stack.OAuthScopesOnSignIn>().toExtend<Readonly<Record<string, readonly string[]>>>()
  expectTypeOf<stack.StackClientAppJson<true, 'p'>['uniqueIdentifier']>().toBeString()
  expectTypeOf<stack.CurrentUser['useConnectedAccount']>().toBeFunction()
  expectTypeOf<stack.CurrentUser['useTeam']>().returns.toEqualTypeOf<stack.Team | null>()
  expectTypeOf<stack.CurrentUser['selectedTeam']>().toEqualTypeOf<stack.Team | null>()
  expectTypeOf<stack.Team['useUsers']>().returns.toEqualTypeOf<stack.TeamUser[]>()
  expectTypeOf<stack.CurrentUser['useApiKeys']>().returns.toEqualTypeOf<stack.UserApiKey[]>()
  expectTypeOf<stack.Team['useApiKeys']>().returns.toEqualTypeOf<stack.TeamApiKey[]>()
  expectTypeOf<stack.ServerTeam>().toExtend<portico.Team>()
  expectTypeOf<stack.StackAdminApp['useTeamPermissionDefinitions']>().returns.toEqualTypeOf<
    stack.AdminTeamPermissionDefinition[]
  >()
  expectTypeOf<ReturnType<typeof stack.useStackApp>['useAccessToken']>().returns.toEqualTypeOf<string | null>()
  expectTypeOf<stack.InternalApiKeyBaseCrudRead['expires_at_millis']>().toBeNumber()
  expectTypeOf<stack.OAuthProviderConfig['id']>().toBeString()
  expectTypeOf<stack.ServerContactChannel>().toHaveProperty('isVerified')
  expectTypeOf<stack.StackClientApp<true, 'internal'>['useUser']>().returns.toExtend<stack.CurrentInternalUser | null>()
  expectTypeOf<stack.CurrentInternalUser['useOwnedProjects']>().returns.toEqualTypeOf<stack.AdminOwnedProject[]>()
  expectTypeOf<stack.AdminOwnedProject['app']['useInternalApiKeys']>().returns.toEqualTypeOf<stack.InternalApiKey[]>()
  expectTypeOf<stack.AdminOwnedProject['useProductionModeErrors']>().toBeFunction()
})

test.each([
  [{}, 'former'],
  [{ readUnprefixedCookies: false }, null],
])('the app of a migrating app with the option %j reads %j from a former cookie on HTTPS', async (option, expected) => {
  const request = new Request('https://app.example/', { headers: { cookie: 'stack-refresh-p=former' } })
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    sent.push((body as URLSearchParams).get('refresh_token'))
    return Response.json({ access_token: 'access' })
  })
  const app = new stack.StackClientApp({
    tokenStore: null,
    projectId: 'p',
    publishableClientKey: 'pck',
    baseUrl: 'https://auth.example',
    ...option,
  })

  await app.getAccessToken({ tokenStore: request })

  expect(sent).toEqual(expected ? [expected] : [])
  vi.unstubAllGlobals()
})

test('the app from usePorticoApp and useStackApp has hooks', () => {
  expectTypeOf(portico.usePorticoApp).returns.toEqualTypeOf<portico.PorticoClientApp>()
  expectTypeOf(stack.useStackApp).returns.toEqualTypeOf<stack.StackClientApp>()
  expectTypeOf<ReturnType<typeof stack.useStackApp>['useUser']>().toBeFunction()
  expectTypeOf<ReturnType<typeof stack.useStackApp>['useProject']>().toBeFunction()
  expectTypeOf<ReturnType<typeof stack.useStackApp>['useNavigate']>().toBeFunction()
})

test('projectIdMustMatch: internal returns an owner of projects', () => {
  const check = (): void => {
    expectTypeOf(stack.useUser({ projectIdMustMatch: 'internal' })).toExtend<stack.CurrentInternalUser | null>()
    expectTypeOf(stack.useUser({ projectIdMustMatch: 'internal', or: 'throw' })).toExtend<stack.CurrentInternalUser>()
    expectTypeOf(stack.useUser({ or: 'redirect' })).toEqualTypeOf<stack.CurrentUser>()
    expectTypeOf(stack.useUser()).toEqualTypeOf<stack.CurrentUser | null>()
    expectTypeOf(stack.useStackApp({ projectIdMustMatch: 'internal' })).toEqualTypeOf<
      stack.StackClientApp<boolean, 'internal'>
    >()
  }

  expect(check).toBeTypeOf('function')
})

test('an app without a token store requires one with each hook', () => {
  const check = (app: stack.StackClientApp<false>, tokenStore: portico.Tokens): void => {
    expectTypeOf(app.useUser({ tokenStore })).toEqualTypeOf<stack.CurrentUser | null>()
    expectTypeOf(app.usePartialUser({ from: 'token', tokenStore })).toEqualTypeOf<portico.TokenPartialUser | null>()
    // @ts-expect-error the token store is missing
    app.useUser()
    // @ts-expect-error the token store is missing
    app.useAccessToken()
    // @ts-expect-error the token store is missing
    app.usePartialUser({ from: 'token' })
  }

  expect(check).toBeTypeOf('function')
})

test('the exports have the names of the newest official clients too', () => {
  const names = Object.keys(stack).filter((name) => /Hexclave/.test(name))

  expect(names.toSorted()).toEqual([
    'HexclaveAdminApp',
    'HexclaveClientApp',
    'HexclaveHandler',
    'HexclaveProvider',
    'HexclaveServerApp',
    'HexclaveTheme',
    'useHexclaveApp',
  ])
  for (const name of names) {
    expect(Reflect.get(stack, name)).toBe(Reflect.get(stack, name.replace('Hexclave', 'Stack')))
  }
})

describe('translation overrides of a migrating app', () => {
  test.each([
    ['by our text', { 'You are already signed in': 'Hello again' }],
    ['by the text of the former SDK, where ours is another one', { 'An unknown error occurred': 'Oops' }],
    ['by both texts, where ours wins', { 'An unknown error occurred': 'Hm', 'An unknown error occurred.': 'Oops' }],
  ])('%s are shown', (_by, translationOverrides) => {
    const app = new stack.StackClientApp({
      tokenStore: 'memory',
      projectId: 'p',
      publishableClientKey: 'pck',
      baseUrl: 'https://auth.example',
    })
    const type = 'You are already signed in' in translationOverrides ? 'signedIn' : 'unknownError'
    const card = createElement(portico.PredefinedMessageCard, { type })

    const html = renderToString(createElement(stack.StackProvider, { app, translationOverrides }, card))

    expect(html).toMatch(/Hello again|Oops/)
  })
})
