import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createTestPortico, type TestPortico } from '@portico/testkit'
import { startDnsServer, type DnsServer } from '../tools/dns-server.ts'
import { Profiles } from './profiles.ts'

/** The cache of `npm start`, with which a process loads in half the time. */
export const compileCache = fileURLToPath(new URL('../node_modules/.cache/portico', import.meta.url))

/** Shared by the test files of a worker. Each file has its own projects and owners, and may advance the clock. */
export interface SharedService {
  readonly portico: TestPortico
  readonly profiles: Profiles
  /** Answers DNS queries for sender domains. */
  readonly dns: DnsServer
  /** A client of a partner that the service has registered. */
  readonly partner: PartnerSite
}

export interface PartnerSite {
  readonly clientId: string
  /** The empty page of the partner's redirect URI. */
  readonly callback: string
}

/** A client of another partner. */
export const acme = {
  partner: 'custom',
  client_id: 'acme',
  client_secret: 'secret-of-a-test',
} as const

let shared: Promise<SharedService> | undefined

/** Returns the service of this worker, which runs until the worker ends and also serves the dashboard. */
export function useSharedService(): Promise<SharedService> {
  shared ??= start()
  return shared
}

async function start(): Promise<SharedService> {
  const dns = await startDnsServer()
  const partner = await startPartnerSite()
  const portico = await createTestPortico({
    hasDashboard: true,
    settings: {
      // Nothing listens there, so the service cannot check a token.
      PORTICO_TURNSTILE_URL: 'http://127.0.0.1:9/siteverify',
      // Lets a visitor name a country in a header, as a proxy would.
      PORTICO_TRUSTED_PROXIES: '127.0.0.1',
      PORTICO_DNS_SERVER: dns.address,
      PORTICO_PARTNERS: JSON.stringify([
        { partner: 'neon', client_id: partner.clientId, client_secret: 'secret', redirect_uris: [partner.callback] },
        acme,
      ]),
      // The start page shows a call to a project of the seed.
      PORTICO_SEED: 'examples/react-vite/portico.seed.json',
    },
  })
  return { portico, profiles: await Profiles.start(), dns, partner }
}

async function startPartnerSite(): Promise<PartnerSite> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><html lang="en"><title>Partner</title><link rel="icon" href="data:,"></html>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const { port } = server.address() as AddressInfo
  return { clientId: 'console', callback: `http://127.0.0.1:${port}/callback` }
}
