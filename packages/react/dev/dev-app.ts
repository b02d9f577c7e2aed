import { PorticoClientApp, type PorticoClientAppOptions } from '@portico/react'
import { disturb, type Disturbance } from './network.ts'
import { SCENES_PATH, type SceneView } from './scene.ts'

const never = new Promise<never>(() => {})
const networkFetch = window.fetch.bind(window)

/** Whether redirects are recorded, throw, or are disabled in the app. */
export type DevRedirects = 'recorded' | 'failing' | 'none'

export interface DevAppOptions {
  readonly scene: SceneView
  readonly disturbance?: Disturbance | undefined
  readonly redirects?: DevRedirects | undefined
  readonly urls?: PorticoClientAppOptions<boolean, string>['urls'] | undefined
  /** Ends the app: it then gets no answer and redirects nowhere. */
  readonly signal: AbortSignal
}

/**
 * Creates an app for a scene's project. Calls and redirects are recorded in `data-*` attributes of the root element.
 */
export function createDevApp({
  scene,
  disturbance,
  redirects = 'recorded',
  urls = {},
  signal,
}: DevAppOptions): PorticoClientApp {
  const call = disturb(networkFetch, disturbance)
  window.fetch = async (input, init = {}) => {
    if (signal.aborted) return never
    const url = input instanceof Request ? input.url : input.toString()
    const line = `${init.method ?? 'GET'} ${url}`
    document.documentElement.dataset['calls'] = `${document.documentElement.dataset['calls'] ?? ''}${line}\n`
    const response = await call(input, init)
    return signal.aborted ? never : response
  }
  const navigate = (to: string): void => {
    if (signal.aborted) return
    if (redirects === 'failing') throw new Error('The router of the host failed.')
    document.documentElement.dataset['navigatedTo'] = to
  }
  return new PorticoClientApp({
    projectId: scene.projectId,
    publishableClientKey: scene.publishableClientKey,
    baseUrl: window.location.origin,
    urls,
    tokenStore: scene.session ?? 'memory',
    redirectMethod: redirects === 'none' ? 'none' : { navigate, useNavigate: () => navigate },
  })
}

/** Returns the scene of a scenario. A reload of the page keeps it. */
export async function loadScene(scenario: string): Promise<SceneView> {
  const kept = sessionStorage.getItem('scene')
  const [keptFor, keptScene] = kept === null ? [] : (JSON.parse(kept) as [string, SceneView])
  if (keptFor === scenario && keptScene) return keptScene
  const response = await networkFetch(`${SCENES_PATH}${scenario}`, { method: 'POST' })
  if (!response.ok) throw new Error(await response.text())
  const scene = (await response.json()) as SceneView
  sessionStorage.setItem('scene', JSON.stringify([scenario, scene]))
  return scene
}
