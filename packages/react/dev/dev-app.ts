import { PorticoClientApp } from '@portico/react'
import { createFakeService, tokens, type FakeServiceOptions } from './fake-service.ts'

/** An app whose network is the fake service, and whose redirects are only written down, on the root element. */
export function createDevApp(service: FakeServiceOptions): PorticoClientApp {
  const answer = createFakeService(service)
  window.fetch = (input, init = {}) => answer(input instanceof Request ? input.url : input.toString(), init)
  const navigate = (to: string): void => {
    document.documentElement.dataset['navigatedTo'] = to
  }
  const { access_token: accessToken, refresh_token: refreshToken } = tokens()
  return new PorticoClientApp({
    projectId: 'dev',
    publishableClientKey: 'dev',
    baseUrl: 'http://service.invalid',
    tokenStore: service.signedIn ? { accessToken, refreshToken } : 'memory',
    redirectMethod: { navigate, useNavigate: () => navigate },
  })
}
