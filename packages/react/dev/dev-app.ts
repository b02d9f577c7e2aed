import { PorticoClientApp } from '@portico/react'
import { createFakeService, tokens, type FakeServiceOptions } from './fake-service.ts'

/** What happens to redirects: they are written down, fail, or are not wanted at all. */
export type DevRedirects = 'noted' | 'failing' | 'none'

/** An app whose network is the fake service; calls and redirects are written down on the root element. */
export function createDevApp(service: FakeServiceOptions, redirects: DevRedirects = 'noted'): PorticoClientApp {
  const answer = createFakeService(service)
  window.fetch = (input, init = {}) => {
    const url = input instanceof Request ? input.url : input.toString()
    document.documentElement.dataset['calls'] = `${document.documentElement.dataset['calls'] ?? ''}${url}\n`
    return answer(url, init)
  }
  const navigate = (to: string): void => {
    if (redirects === 'failing') throw new Error('The router of the host broke.')
    document.documentElement.dataset['navigatedTo'] = to
  }
  const { access_token: accessToken, refresh_token: refreshToken } = tokens()
  return new PorticoClientApp({
    projectId: 'dev',
    publishableClientKey: 'dev',
    baseUrl: 'http://service.invalid',
    tokenStore: service.signedIn ? { accessToken, refreshToken } : 'memory',
    redirectMethod: redirects === 'none' ? 'none' : { navigate, useNavigate: () => navigate },
  })
}
