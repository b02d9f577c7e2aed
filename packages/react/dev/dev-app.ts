import { PorticoClientApp } from '@portico/react'
import { createFakeService, tokens, type FakeServiceOptions } from './fake-service.ts'

/** Whether redirects are recorded, throw, or are disabled in the app. */
export type DevRedirects = 'recorded' | 'failing' | 'none'

/** Creates an app that calls the fake service. Calls and redirects are recorded in `data-*` attributes of the root element. */
export function createDevApp(service: FakeServiceOptions, redirects: DevRedirects = 'recorded'): PorticoClientApp {
  const answer = createFakeService(service)
  window.fetch = (input, init = {}) => {
    const url = input instanceof Request ? input.url : input.toString()
    const call = `${init.method ?? 'GET'} ${url}`
    document.documentElement.dataset['calls'] = `${document.documentElement.dataset['calls'] ?? ''}${call}\n`
    return answer(url, init)
  }
  const navigate = (to: string): void => {
    if (redirects === 'failing') throw new Error('The router of the host failed.')
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
