import type { PorticoClientAppOptions } from '../src/app/options.ts'
import {
  accessToken,
  baseUrl,
  type CookieJar,
  createSurroundings,
  knownError,
  projectId,
  type SentRequest,
  type Surroundings,
  TestBrowser,
  TestClock,
  wireUser,
} from './surroundings.ts'
import { PorticoClientApp } from '../src/app/client-app.ts'
import { StackClientApp } from '../src/stack/client-app.ts'

type Routes = Record<string, (request: SentRequest) => object | Error | Promise<object>>

export const clock = new TestClock()
export const freshToken = accessToken({ expiresAt: clock.now + 600_000, sessionId: 's' })
export const signedIn = { body: { access_token: freshToken, refresh_token: 'r1', user_id: 'u' } }
export const ada = { email: 'ada@example.com', password: 'correct horse' }

const defaultRoutes: Routes = {
  'POST /auth/password/sign-in': () => signedIn,
  'POST /auth/password/sign-up': () => signedIn,
  'GET /users/me': ({ headers }) =>
    headers.has('x-stack-access-token') ? { body: wireUser() } : knownError('CANNOT_GET_OWN_USER_WITHOUT_USER'),
  'DELETE /auth/sessions/current': () => ({ body: { success: true } }),
}

export interface TestApp extends Surroundings {
  readonly app: PorticoClientApp
  readonly browser: TestBrowser
}

/**
 * Creates an app in a page, and a service with the given routes.
 *
 * @param options.typed the text that the visitor enters in a dialog of the browser; creates an app of `/stack`, which
 *   has such dialogs
 */
export function createApp(
  routes: Routes = {},
  options: Partial<PorticoClientAppOptions> & { at?: string; jar?: CookieJar; typed?: string | null } = {},
): TestApp {
  const { at = 'https://app.example/handler/sign-in', jar, typed, ...appOptions } = options
  const browser = new TestBrowser(at, jar)
  if (typed !== undefined) browser.prompt = () => typed
  const all = { ...defaultRoutes, ...routes }
  const surroundings = createSurroundings(
    (request) => all[`${request.method} ${request.path}`]?.(request) ?? { status: 404, body: `no ${request.path}` },
    { browser, clock: new TestClock() },
  )
  const given = {
    tokenStore: 'memory',
    projectId,
    publishableClientKey: 'pck_key',
    baseUrl,
    redirectMethod: 'window',
    ...appOptions,
  } as const
  const app =
    typed === undefined
      ? new PorticoClientApp(given, surroundings.ports)
      : new StackClientApp({ ...given, browserDialogs: true }, surroundings.ports)
  return { ...surroundings, app, browser }
}

export async function createSignedIn(
  routes: Routes = {},
  options: Partial<PorticoClientAppOptions> = {},
): Promise<TestApp> {
  const created = createApp(routes, options)
  await created.app.signInWithCredential({ ...ada, noRedirect: true })
  return created
}
