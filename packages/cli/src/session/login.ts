import { PorticoClientApp, type CurrentUser } from '@portico/client'

import { requireSafeUrl } from '../kernel/http-url.ts'
import { note, print } from '../kernel/output.ts'
import { userAgent } from '../kernel/version.ts'
import { credentialsPath, OWNERS_PROJECT, storeSession, type StoredSession } from './credentials.ts'
import { readDashboardKey } from './dashboard-key.ts'
import { describeUser } from './describe-user.ts'
import { createSessionApp } from './session-app.ts'
import { showWaiting } from './waiting.ts'

export interface LoginOptions {
  readonly appUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
  readonly apiUrl: string
}

/** Signs in through the browser and stores the session. */
export async function login(options: LoginOptions): Promise<void> {
  requireSafeUrl(options.appUrl, '--app-url')
  requireSafeUrl(options.apiUrl, '--api-url')
  const session = { ...options, refreshToken: await confirmInBrowser(options) }
  const user = await createSessionApp(session).getUser({ or: 'throw' })
  const replaced = await storeSession({
    apiUrl: options.apiUrl,
    projectId: options.projectId,
    publishableClientKey: options.publishableClientKey,
    refreshToken: session.refreshToken,
  })
  if (replaced) await tryEndSession(replaced)
  print(`Signed in as ${describeUser(user)}.`)
  note(`The session is stored in ${credentialsPath()}. End it with portico logout.`)
}

/** Signs in an owner of projects, who confirms in the dashboard that the service serves. */
export async function loginAsOwner(apiUrl: string): Promise<void> {
  requireSafeUrl(apiUrl, '--api-url')
  const publishableClientKey = await readDashboardKey(apiUrl)
  await login({ appUrl: apiUrl, projectId: OWNERS_PROJECT, publishableClientKey, apiUrl })
}

async function confirmInBrowser({ appUrl, projectId, publishableClientKey, apiUrl }: LoginOptions): Promise<string> {
  const app = new PorticoClientApp({
    tokenStore: null,
    projectId,
    publishableClientKey,
    baseUrl: apiUrl,
    extraRequestHeaders: { 'user-agent': userAgent() },
  })
  let stopWaiting = (): void => {}
  try {
    const result = await app.promptCliLogin({
      appUrl,
      promptLink: (url) => {
        print(`Open this page in your browser and confirm the sign-in:\n\n  ${url}\n`)
        stopWaiting = showWaiting(process.stderr)
      },
    })
    if (result.status === 'error') throw result.error
    return result.data
  } finally {
    stopWaiting()
  }
}

/** Ends the replaced session. A failure only prints a warning, because the new login has succeeded. */
async function tryEndSession(session: StoredSession): Promise<void> {
  try {
    const user: CurrentUser | null = await createSessionApp(session).getUser()
    await user?.signOut()
  } catch {
    note('The session of your earlier login could not be ended. End it in your list of sessions.')
  }
}
