import { PorticoClientApp, type PorticoClientAppOptions } from '@portico/react'
import { createFakeService, tokens, type FakeServiceOptions } from './fake-service.ts'

const never = new Promise<never>(() => {})

/** Whether redirects are recorded, throw, or are disabled in the app. */
export type DevRedirects = 'recorded' | 'failing' | 'none'

export interface DevAppOptions {
  readonly service: FakeServiceOptions
  readonly redirects?: DevRedirects | undefined
  readonly urls?: PorticoClientAppOptions<boolean, string>['urls'] | undefined
  /** Ends the app: it then gets no answer and redirects nowhere. */
  readonly signal: AbortSignal
}

/** Creates an app that calls the fake service. Calls and redirects are recorded in `data-*` attributes of the root element. */
export function createDevApp({ service, redirects = 'recorded', urls = {}, signal }: DevAppOptions): PorticoClientApp {
  const answer = createFakeService(service)
  window.fetch = async (input, init = {}) => {
    if (signal.aborted) return never
    const url = input instanceof Request ? input.url : input.toString()
    const call = `${init.method ?? 'GET'} ${url}`
    document.documentElement.dataset['calls'] = `${document.documentElement.dataset['calls'] ?? ''}${call}\n`
    const response = await answer(url, init)
    return signal.aborted ? never : response
  }
  const navigate = (to: string): void => {
    if (signal.aborted) return
    if (redirects === 'failing') throw new Error('The router of the host failed.')
    document.documentElement.dataset['navigatedTo'] = to
  }
  const { access_token: accessToken, refresh_token: refreshToken } = tokens()
  return new PorticoClientApp({
    projectId: 'dev',
    publishableClientKey: 'dev',
    baseUrl: 'http://service.invalid',
    urls,
    tokenStore: service.signedIn ? { accessToken, refreshToken } : 'memory',
    redirectMethod: redirects === 'none' ? 'none' : { navigate, useNavigate: () => navigate },
  })
}
