import { createTestPortico, someEmail, TEST_PASSWORD, type TestPortico, type TestProject } from '@portico/testkit'
import { Component, Suspense, type ReactNode } from 'react'
import { create, type ReactTestRenderer } from 'react-test-renderer'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PorticoClientApp } from './PorticoClientApp.ts'
import { PorticoProvider } from './PorticoProvider.tsx'
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
  project = await portico.createProject()
})

afterAll(async () => {
  vi.unstubAllGlobals()
  await portico.close()
})

function createApp(redirectMethod?: { navigate: (to: string) => void; useNavigate: () => (to: string) => void }) {
  return new PorticoClientApp({
    tokenStore: 'memory',
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
