import { fileURLToPath } from 'node:url'
import { createTestPortico, type TestPortico } from '@portico/testkit'
import { startDnsServer, type DnsServer } from '../tools/dns-server.ts'
import { Profiles } from './profiles.ts'

/** The cache of `npm start`: a process that starts with it loads in half the time. */
export const compileCache = fileURLToPath(new URL('../node_modules/.cache/portico', import.meta.url))

/** What the test files of a worker share. A file has its own projects and owners, and may move the clock forward. */
export interface SharedService {
  readonly portico: TestPortico
  readonly profiles: Profiles
  /** Answers questions about the domains of senders. */
  readonly dns: DnsServer
}

let shared: Promise<SharedService> | undefined

/** Returns the service of this worker, which runs until the worker ends. It serves the dashboard too. */
export function useSharedService(): Promise<SharedService> {
  shared ??= start()
  return shared
}

async function start(): Promise<SharedService> {
  const dns = await startDnsServer()
  const portico = await createTestPortico({
    hasDashboard: true,
    settings: {
      // A visitor can name the country that a proxy would.
      PORTICO_TRUSTED_PROXIES: '127.0.0.1',
      PORTICO_DNS_SERVER: dns.address,
      // The start page shows a call to a project of the seed.
      PORTICO_SEED: 'examples/react-vite/portico.seed.json',
    },
  })
  return { portico, profiles: await Profiles.start(), dns }
}
