import type { Ports } from './ports.ts'

const PROBE_MILLIS = 3_000

/**
 * Describes why requests get no response although the browser is online. Sends a test request to the configured service
 * and to no other host.
 */
export async function describeUnreachable(ports: Ports, apiUrl: string): Promise<string> {
  const found = await ports.fetch(apiUrl, { signal: AbortSignal.timeout(PROBE_MILLIS) }).then(
    ({ status }) =>
      `It answered a test with status ${status}. A proxy, an extension or CORS may block this one: see Domains.`,
    () => 'Check that it runs and that `baseUrl` is right.',
  )
  return `The service at ${apiUrl} did not answer. ${found}`
}
