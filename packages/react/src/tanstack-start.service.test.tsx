import { createTestPortico, TEST_PASSWORD, someEmail, type TestPortico, type TestProject } from '@portico/testkit'
import { AsyncLocalStorage } from 'node:async_hooks'
import { Suspense, type ReactNode } from 'react'
import { renderToReadableStream } from 'react-dom/server.edge'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useUser } from './react.ts'
import { createPortico, type PorticoStartApp, type StartFunctions } from './tanstack-start-server.ts'
import { PorticoProvider } from './tanstack-start.tsx'

// Against the real service. The functions below behave like those of TanStack Start: they read cookies only from the
// request.

let service: TestPortico
let project: TestProject
let portico: PorticoStartApp

beforeAll(async () => {
  service = await createTestPortico()
  project = await service.createProject()
  portico = createPortico(start, { ...project.keys, baseUrl: service.baseUrl })
})

afterAll(() => service.close())

/** A request that TanStack Start handles, and the headers of its answer. */
class Exchange {
  readonly cookies: Readonly<Record<string, string>>
  readonly request: Request
  readonly set = new Map<string, { readonly value: string; readonly maxAge: number }>()
  cacheControl = ''

  constructor(
    cookies: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = {},
    path = '/',
  ) {
    this.cookies = cookies
    this.request = new Request(`http://localhost:3000${path}`, { headers: { host: 'localhost:3000', ...headers } })
  }

  run<Answer>(code: () => Promise<Answer>): Promise<Answer> {
    return exchanges.run(this, code)
  }
}

class Redirect extends Error {}

const exchanges = new AsyncLocalStorage<Exchange>()

function current(): Exchange {
  const exchange = exchanges.getStore()
  if (!exchange) throw new Error('No request is handled here.')
  return exchange
}

const start: StartFunctions = {
  getRequest: () => current().request,
  getCookies: () => current().cookies,
  setCookie: (name, value, { maxAge }) => void current().set.set(name, { value, maxAge }),
  setResponseHeader: (_name, value) => {
    current().cacheControl = value
  },
  redirect: ({ href }) => new Redirect(href),
}

/** @returns the cookies of a browser whose access token has ended */
async function signedIn(): Promise<{ email: string; cookies: Record<string, string> }> {
  const email = someEmail()
  const { refreshToken } = await project.signUp(email)
  const dated = JSON.stringify({ refresh_token: refreshToken, updated_at_millis: 1 })
  return { email, cookies: { [`stack-refresh-${project.id}--default`]: dated } }
}

async function render(page: ReactNode): Promise<string> {
  const stream = await renderToReadableStream(page, { onError: () => {} })
  await stream.allReady
  return (await new Response(stream).text()).replaceAll('<!-- -->', '')
}

function Greeting(): ReactNode {
  return <p>Hello {useUser()?.primaryEmail ?? 'visitor'}</p>
}

function page(state: string): ReactNode {
  return (
    <PorticoProvider state={state}>
      <Suspense fallback="loading">
        <Greeting />
      </Suspense>
    </PorticoProvider>
  )
}

test('a server function reads the user of the cookies, and its answer sets the access token and nothing else', async () => {
  const { email, cookies } = await signedIn()
  const exchange = new Exchange(cookies, { 'x-tsr-serverfn': 'true' })

  const user = await exchange.run(() => portico.getUser({ or: 'throw' }))

  expect(user.primaryEmail).toBe(email)
  expect([...exchange.set.keys()]).toEqual(['stack-access'])
  expect(exchange.cacheControl).toBe('private, no-store')
})

test('the page renders with the user of its own request, sets no cookie, and its state contains no secret', async () => {
  const { email, cookies } = await signedIn()
  const exchange = new Exchange(cookies)

  const [own, other] = await Promise.all([exchange.run(portico.pageState), new Exchange().run(portico.pageState)])

  expect(await render(page(own))).toContain(`Hello ${email}`)
  expect(await render(page(other))).toContain('Hello visitor')
  expect(exchange.cacheControl).toBe('private, no-store')
  expect([...exchange.set.keys()]).toEqual([])
  expect(own).not.toContain(project.keys.secret_server_key)
  expect(own).not.toContain('refresh')
})

test('a visitor of a page is redirected to the sign-in page, which returns to it; one of a server function is redirected only', async () => {
  const redirectOf = (headers: Record<string, string>, path: string): Promise<unknown> =>
    new Exchange({}, headers, path).run(() => portico.getUser({ or: 'redirect' })).catch((error: unknown) => error)

  const ofPage = await redirectOf({}, '/account?tab=keys')
  const ofFunction = await redirectOf({ 'x-tsr-serverfn': 'true' }, '/_serverFn/1')

  expect(ofPage).toEqual(new Redirect('/handler/sign-in?after_auth_return_to=%2Faccount%3Ftab%3Dkeys'))
  expect(ofFunction).toEqual(new Redirect('/handler/sign-in'))
})

test('a sign-up sets the cookies, and a sign-out in the same request removes them', async () => {
  const exchange = new Exchange()

  await exchange.run(async () => {
    const form = {
      email: someEmail(),
      password: TEST_PASSWORD,
      noRedirect: true,
      noVerificationCallback: true,
    } as const
    await portico.signUpWithCredential(form)
    expect([...exchange.set.values()].every(({ maxAge }) => maxAge > 0)).toBe(true)
    await portico.signOut().catch((error: unknown) => expect(error).toBeInstanceOf(Redirect))
  })

  expect([...exchange.set.keys()].toSorted()).toEqual(['stack-access', `stack-refresh-${project.id}--default`])
  expect([...exchange.set.values()].every(({ maxAge }) => maxAge === 0)).toBe(true)
})

test('the page reads the user itself if the server cannot', async () => {
  const refused = createPortico(start, { ...project.keys, secretServerKey: 'ssk_wrong', baseUrl: service.baseUrl })
  const { cookies } = await signedIn()

  const state = await new Exchange(cookies).run(refused.pageState)

  expect(JSON.parse(state)).not.toHaveProperty('user')
})

test('a provider without a state says what to return from the loader', async () => {
  // @ts-expect-error without types
  await expect(render(<PorticoProvider />)).rejects.toThrow(/pageState\(\)` as `state`. Return it from the loader/)
})
