import { porticoAppInternalsSymbol, type TokenStoreInit } from '@portico/client'
import { createTestPortico, someEmail, TEST_PASSWORD, type TestPortico, type TestProject } from '@portico/testkit'
import { Component, Suspense, type ReactNode } from 'react'
import { create, type ReactTestRenderer } from 'react-test-renderer'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PorticoClientApp } from './PorticoClientApp.ts'
import { useSignOut } from '../hooks/useSignOut.ts'
import { PorticoProvider } from './PorticoProvider.tsx'
import { useConnectedAccount } from './useConnectedAccount.ts'
import { usePorticoApp } from './usePorticoApp.ts'
import { useProject } from './useProject.ts'
import { useAccessToken } from './useTokens.ts'
import { useUser } from './useUser.ts'

// The hooks in React Native, which has a `window` without a `document`, with a React renderer that needs no DOM.

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('IS_REACT_NATIVE_TEST_ENVIRONMENT', true)
  portico = await createTestPortico()
  const github = { id: 'github', type: 'standard', client_id: 'look-alike', client_secret: 'look-alike' } as const
  project = await portico.createProject({ config: { oauth_providers: [github] } })
})

afterAll(async () => {
  vi.unstubAllGlobals()
  await portico.close()
})

function createApp(
  redirectMethod?: { navigate: (to: string) => void; useNavigate: () => (to: string) => void },
  tokenStore: TokenStoreInit = 'memory',
) {
  return new PorticoClientApp({
    tokenStore,
    projectId: project.id,
    publishableClientKey: project.keys.publishable_client_key,
    baseUrl: portico.baseUrl,
    ...(redirectMethod && { redirectMethod }),
  })
}

/** Renders a component below the provider, as the root of a React Native app does. */
function render(app: PorticoClientApp, Screen: () => ReactNode): ReactTestRenderer {
  return create(
    <PorticoProvider app={app}>
      <Failure>
        <Suspense fallback="loading">
          <Screen />
        </Suspense>
      </Failure>
    </PorticoProvider>,
  )
}

class Failure extends Component<{ children: ReactNode }, { message: string | null }> {
  override readonly state = { message: null }

  static getDerivedStateFromError(error: Error): { message: string } {
    return { message: error.message }
  }

  override render(): ReactNode {
    return this.state.message ?? this.props.children
  }
}

/** Waits until the screen shows this text. */
function expectText(screen: ReactTestRenderer, text: string): Promise<void> {
  return vi.waitFor(() => expect(screen.toJSON()).toBe(text))
}

describe('in React Native', () => {
  test('the hooks suspend, load and follow sign-in, changes and sign-out', async () => {
    const app = createApp()
    const email = someEmail()
    const screen = render(app, () => {
      const user = useUser()
      const token = useAccessToken()
      return `${useProject().id === project.id} ${user?.primaryEmail} ${user?.displayName} ${token !== null}`
    })
    await expectText(screen, 'true undefined undefined false')

    await app.signUpWithCredential({ email, password: TEST_PASSWORD, noVerificationCallback: true })
    await expectText(screen, `true ${email} null true`)
    await (await app.getUser({ or: 'throw' })).setDisplayName('Ada')
    await expectText(screen, `true ${email} Ada true`)
    await app.signOut()
    await expectText(screen, 'true undefined undefined false')
  })

  test('a failed sign-out can be repeated until another user is signed in', async () => {
    const app = createApp()
    const signUp = async (email: string) =>
      app.signUpWithCredential({ email, password: TEST_PASSWORD, noVerificationCallback: true })
    let submit: () => Promise<unknown> = async () => {}
    const screen = render(app, () => {
      const signOut = useSignOut()
      submit = signOut.submit
      return `${useUser()?.primaryEmail} ${signOut.failure !== null}`
    })
    const [left, other] = [someEmail(), someEmail()]
    await signUp(left)
    await expectText(screen, `${left} false`)
    const { fetch } = globalThis
    const failing = vi.spyOn(globalThis, 'fetch').mockImplementation((to, init) => {
      return init?.method === 'DELETE' ? Promise.reject(new TypeError('fetch failed')) : fetch(to, init)
    })

    await submit()
    failing.mockRestore()
    await expectText(screen, 'undefined true')
    await signUp(other)
    await expectText(screen, `${other} false`)
    await submit()

    await expectText(screen, 'undefined false')
  })

  test('a component shows each renewed token of a connected account', async () => {
    const signIn = await project.signInAt('github', { email: someEmail() })
    const { body } = await signIn.exchange<{ access_token: string }>()
    const app = createApp(undefined, { accessToken: body.access_token, refreshToken: null })
    const screen = render(app, () => useConnectedAccount('github')?.useAccessToken().accessToken)
    const account = await (await app.getUser({ or: 'throw' })).getConnectedAccount('github', { or: 'throw' })
    await expectText(screen, (await account.getAccessToken()).accessToken)

    const read = { account: 'github', scopes: [] }
    const resource = app[porticoAppInternalsSymbol].userReadResource(undefined, 'accountToken', read)
    resource.seed({ accessToken: 'renewed' })

    await expectText(screen, 'renewed')
  })

  test('a component that requires a user navigates with the router of the app', async () => {
    const visited: string[] = []
    const navigate = (to: string) => void visited.push(to)
    const app = createApp({ navigate, useNavigate: () => navigate })
    const screen = render(app, () => {
      const goTo = usePorticoApp().useNavigate()
      goTo('/welcome')
      return useUser({ or: 'redirect' }).id
    })

    await vi.waitFor(() => expect(visited).toContain(app.urls.signIn))
    expect(visited[0]).toBe('/welcome')
    expect(screen.toJSON()).toBe('loading')
  })

  test('without a router, a component that requires a user says what to set', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    const screen = render(createApp(), () => useUser({ or: 'redirect' }).id)

    await vi.waitFor(() => expect(screen.toJSON()).toContain('Set a redirect method, or handle the signed-out state.'))
    errors.mockRestore()
  })
})
