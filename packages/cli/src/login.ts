import { PorticoClientApp, type CurrentUser } from '@portico/client'

import { credentialsPath, keepSession, type StoredSession } from './credentials.ts'
import { describeUser } from './describe-user.ts'
import { Failure } from './failure.ts'
import { appOfSession } from './session-app.ts'
import { userAgent } from './version.ts'
import { showWaiting } from './waiting.ts'

export interface LoginOptions {
  readonly appUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
  readonly apiUrl: string
}

/** Signs in by way of the browser and keeps the session. */
export async function login(options: LoginOptions): Promise<void> {
  requireHttpUrl(options.appUrl, '--app-url')
  requireHttpUrl(options.apiUrl, '--api-url')
  const session = { ...options, refreshToken: await confirmInBrowser(options) }
  const user = await appOfSession(session).getUser({ or: 'throw' })
  const replaced = await keepSession({
    apiUrl: options.apiUrl,
    projectId: options.projectId,
    publishableClientKey: options.publishableClientKey,
    refreshToken: session.refreshToken,
  })
  if (replaced) await endQuietly(replaced)
  process.stdout.write(`Signed in as ${describeUser(user)}.\n`)
  process.stderr.write(`The session is kept in ${credentialsPath()}. End it with portico logout.\n`)
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
        process.stdout.write(`Open this page in your browser and confirm that it is you:\n\n  ${url}\n\n`)
        stopWaiting = showWaiting(process.stderr)
      },
    })
    if (result.status === 'error') throw result.error
    return result.data
  } finally {
    stopWaiting()
  }
}

/** The session of an earlier login is of no use any more; that it cannot be ended must not spoil the new one. */
async function endQuietly(session: StoredSession): Promise<void> {
  try {
    const user: CurrentUser | null = await appOfSession(session).getUser()
    await user?.signOut()
  } catch {
    process.stderr.write('The session of your earlier login could not be ended. It is in your list of sessions.\n')
  }
}

function requireHttpUrl(text: string, option: string): void {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new Failure(`${option} must be an address that starts with http:// or https://, not "${text}".`)
  }
}
