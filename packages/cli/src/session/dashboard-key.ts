import { Failure } from '../kernel/failure.ts'

const READ_MILLIS = 10_000

/**
 * Reads the publishable client key of the project "internal", whose users own projects. It is public: the service
 * writes it into the page of its dashboard.
 */
export async function readDashboardKey(apiUrl: string): Promise<string> {
  const answer = await fetch(`${apiUrl.replace(/\/+$/, '')}/`, {
    headers: { accept: 'text/html' },
    signal: AbortSignal.timeout(READ_MILLIS),
  }).catch(() => {
    throw new Failure(
      `The service at ${apiUrl} does not answer. Check that it is running and that --api-url (PORTICO_API_URL) is its URL.`,
    )
  })
  const content = /<meta name="portico-dashboard" content="([^"]*)"/.exec(await answer.text())?.[1]
  const key = content === undefined ? undefined : parseSettings(content).publishableClientKey
  if (typeof key === 'string') return key
  throw new Failure(
    `${apiUrl} has no dashboard of Portico. Check that --api-url (PORTICO_API_URL) is the URL of the service.`,
  )
}

function parseSettings(content: string): { readonly publishableClientKey?: unknown } {
  const text = content.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  try {
    return Object(JSON.parse(text)) as { publishableClientKey?: unknown }
  } catch {
    return {}
  }
}
