import type { AddressInfo } from 'node:net'

import { serve } from '@hono/node-server'
import type { Portico } from '@portico/server'

export interface Listening {
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves on a free port. The server does not keep the process alive. Calls `service` for each request, so that the
 * address survives a restart of the service.
 */
export function listen(service: () => Portico): Promise<Listening> {
  return new Promise((resolve) => {
    const server = serve(
      { fetch: (request) => service().fetch(request), port: 0, hostname: '127.0.0.1' },
      ({ port }: AddressInfo) => {
        server.unref()
        resolve({
          url: `http://127.0.0.1:${port}`,
          close: () =>
            new Promise<void>((closed) => {
              server.close(() => closed())
              if ('closeAllConnections' in server) server.closeAllConnections()
            }),
        })
      },
    )
  })
}
