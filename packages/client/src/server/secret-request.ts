import type { AccessType } from '@portico/contract'

import { createRequest, type RequestConfig, type SendRequest } from '../transport/request.ts'
import type { Ports } from '../transport/ports.ts'

/**
 * Creates the request function of calls with secret keys. They do not follow redirects, because `fetch` would send
 * headers with names of our own to the target.
 *
 * @param access the header of the access type and further keys
 */
export function createSecretRequest<Access extends AccessType>(
  options: Omit<RequestConfig, 'ports'> & { readonly secretServerKey: string },
  access: Readonly<Record<string, string>>,
  ports: Ports,
): SendRequest<Access> {
  // guard: the secret key does not follow a redirect (drop `redirect: 'manual'`) [server-app, admin-app]
  const fetch: Ports['fetch'] = (url, init) => ports.fetch(url, { ...init, redirect: 'manual' })
  return createRequest<Access>(
    { ...options, ports: { ...ports, fetch } },
    { ...access, 'x-stack-secret-server-key': options.secretServerKey },
  )
}
