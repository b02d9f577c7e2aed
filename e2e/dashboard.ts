import type { HttpClient, TestPortico } from '@portico/testkit'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { useSharedService, type SharedService } from './service.ts'
import { createPerson, type Person } from './steps.ts'
import { Visitor } from './visitor.ts'

export const hostileName = '"><img src=x onerror=alert(1)> \u202Eelbon'

interface RunningDashboard {
  readonly portico: TestPortico
  readonly url: string
  readonly dns: SharedService['dns']
  readonly partner: SharedService['partner']
  /** @param origins other origins that may receive requests of the pages */
  openVisitor(options?: BrowserContextOptions, origins?: readonly string[]): Promise<Visitor>
  /** Opens the dashboard as a new owner without projects. */
  openAsOwner(visitor?: Visitor): Promise<Page>
  /** Opens a room of a new project as its owner. */
  openProject(room: string, options?: { readonly name?: string; readonly visitor?: Visitor }): Promise<OpenProject>
  endSessions(ownerId: string): Promise<void>
}

export interface OpenProject {
  readonly page: Page
  readonly projectId: string
  readonly owner: Person
  /** Calls the API of the project as its owner. */
  readonly admin: HttpClient
  /** Calls the API of the project "internal" with the owner's account. */
  readonly account: HttpClient
}

/** Starts a service with the dashboard, and a browser, for the tests of a file. */
export function startDashboard(): RunningDashboard {
  let portico: TestPortico
  let profiles: SharedService['profiles']
  let dns: SharedService['dns']
  let partner: SharedService['partner']
  let url: string
  beforeAll(async () => {
    const service = await useSharedService()
    portico = service.portico
    profiles = service.profiles
    dns = service.dns
    partner = service.partner
    url = portico.baseUrl
    // An earlier test file may have allowed owners more sign-in methods.
    const config = { magic_link_enabled: false, passkey_enabled: false }
    await portico.internal({ accessType: 'admin' }).patch('/internal/projects/current', { config })
  })

  const openVisitor: RunningDashboard['openVisitor'] = async (options, origins = []) =>
    new Visitor(await profiles.open(url, `${url}/health`, options), [url, ...origins])
  return {
    get portico() {
      return portico
    },
    get url() {
      return url
    },
    get dns() {
      return dns
    },
    get partner() {
      return partner
    },
    openVisitor,
    openAsOwner: async (given) => {
      const visitor = given ?? (await openVisitor())
      await signInAsOwner(portico, visitor)
      const page = await visitor.open('/')
      await page.getByRole('heading', { name: 'Create your first project' }).waitFor()
      return page
    },
    openProject: async (room, { name = 'Marginalia', visitor: given } = {}) => {
      const visitor = given ?? (await openVisitor())
      const { owner, accessToken } = await signInAsOwner(portico, visitor)
      const account = portico.internal({ accessToken })
      const { id } = (await account.post<{ id: string }>('/internal/projects', { display_name: name })).body
      const admin = portico.internal({ projectId: id, accessType: 'admin', key: '', adminAccessToken: accessToken })
      return { page: await visitor.open(`/projects/${id}/${room}`), projectId: id, owner, admin, account }
    },
    endSessions: async (ownerId) => {
      const server = portico.internal({ accessType: 'server' })
      const { items } = (await server.get<{ items: { id: string }[] }>(`/auth/sessions?user_id=${ownerId}`)).body
      for (const session of items) await server.delete(`/auth/sessions/${session.id}?user_id=${ownerId}`)
    },
  }
}

/** Signs up a new owner through the API and puts the dashboard cookie into the browser profile. */
async function signInAsOwner(
  portico: TestPortico,
  { context }: Visitor,
): Promise<{ readonly owner: Person; readonly accessToken: string }> {
  const owner = createPerson()
  const signedUp = await portico.internal().post<{ refresh_token: string }>('/auth/password/sign-up', {
    ...owner,
    verification_callback_url: 'http://localhost/handler/email-verification',
  })
  const answer = await context.request.post('/api/v1/internal/dashboard-session', {
    headers: { origin: portico.baseUrl, 'x-portico-own-page': '1' },
    data: { refresh_token: signedUp.body.refresh_token },
    // The service may close the idle connection at this moment.
    maxRetries: 2,
  })
  const { access_token: accessToken } = (await answer.json()) as { access_token: string }
  return { owner, accessToken }
}

/** Opens a room without loading the dashboard again, as its links do. */
export async function changeRoom(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path)
}
