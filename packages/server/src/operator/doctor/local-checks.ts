import { once } from 'node:events'
import { stat, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'

import { findNodeProblem } from '@portico/contract/node-version'

import { errorCode } from '../../kernel/startup-problem.ts'
import { httpOrigin } from '../../platform/http/http-origin.ts'
import type { Check, DoctorFinding, Subject } from './check.ts'
import { identify } from './identify.ts'

export const nodeCheck: Check = {
  name: 'node',
  summary: 'the version of Node',
  async run() {
    const problem = findNodeProblem('Portico', process.versions.node)
    return problem === null ? [] : [{ severity: 'error', problem, fix: 'Install the version, or a newer one.' }]
  },
}

export const portsCheck: Check = {
  name: 'ports',
  summary: 'whether the service can listen on its ports',
  async run(subject) {
    const { host, metricsPort, port } = subject.settings
    const ofService = await checkPort(subject, 'PORTICO_PORT', port, async () => {
      const { kind } = await identify(localOrigin(host, port), subject.db)
      return kind === 'own' || kind === 'unverified'
    })
    if (metricsPort === null) return ofService
    const ofMetrics = await checkPort(subject, 'PORTICO_METRICS_PORT', metricsPort, async () => {
      const response = await fetch(localOrigin(host, metricsPort), { signal: AbortSignal.timeout(5_000) })
      return (await response.text()).includes('portico_')
    })
    return [...ofService, ...ofMetrics]
  },
}

/** Returns the origin at which a program on this machine reaches the service. */
export function localOrigin(host: string, port: number): string {
  return httpOrigin({ '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host, port)
}

async function checkPort(
  { settings: { host } }: Subject,
  setting: string,
  port: number,
  isOurs: () => Promise<boolean>,
): Promise<DoctorFinding[]> {
  const code = await tryToListen(host, port)
  if (code === null || (code === 'EADDRINUSE' && (await isOurs().catch(() => false)))) return []
  return [
    code === 'EADDRINUSE'
      ? {
          severity: 'error',
          problem: `Port ${port} on ${host} is in use by another program, or by a Portico with another database.`,
          fix: `Stop that program, or set ${setting} to another port.`,
        }
      : {
          severity: 'error',
          problem: `Portico cannot listen on ${host}, port ${port} (${code}).`,
          fix: `Set PORTICO_HOST to an address of this machine and ${setting} to a port that this user may use.`,
        },
  ]
}

/** Returns the code of the failure; null if the port is free. */
async function tryToListen(host: string, port: number): Promise<string | null> {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
    return null
  } catch (error) {
    return errorCode(error)
  }
}

const FREE_ERROR_BYTES = 100_000_000
const FREE_WARNING_BYTES = 1_000_000_000

export const diskCheck: Check = {
  name: 'disk',
  summary: 'the data folder and the free space of its disk',
  async run({ settings: { dataDir, databaseUrl } }) {
    // With PostgreSQL, the service writes nothing there.
    if (databaseUrl !== null) return []
    const { bavail, bsize } = await statfs(await existingParent(dataDir))
    return judgeFreeSpace(dataDir, bavail * bsize)
  },
}

export function judgeFreeSpace(dataDir: string, freeBytes: number): DoctorFinding[] {
  if (freeBytes >= FREE_WARNING_BYTES) return []
  return [
    {
      severity: freeBytes < FREE_ERROR_BYTES ? 'error' : 'warning',
      problem: `The disk of the data folder ${dataDir} has ${Math.floor(freeBytes / 1_000_000)} MB of free space.`,
      fix: 'Free space on the disk, or move the folder to another disk and set PORTICO_DATA_DIR.',
    },
  ]
}

async function existingParent(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  )
  const parent = path.dirname(folder)
  return isThere || parent === folder ? folder : existingParent(parent)
}

/** A range this wide contains addresses that the operator does not control. */
const RANGE_MIN_BITS = { ipv4: 8, ipv6: 16 } as const

export const proxiesCheck: Check = {
  name: 'proxies',
  summary: 'whether the addresses of visitors come from trusted proxies only',
  async run({ settings: { baseUrl, trustedProxies } }) {
    const wide = trustedProxies.filter(([address, bits]) => bits < RANGE_MIN_BITS[address.kind()])
    const ofRanges = wide.map(([address, bits]): DoctorFinding => ({
      severity: 'error',
      problem: `PORTICO_TRUSTED_PROXIES contains ${address.toString()}/${bits}, so that visitors can choose the address that the service sees.`,
      fix: 'List the addresses of your proxies only.',
    }))
    // The service itself speaks plain HTTP, so a proxy ends TLS.
    if (!baseUrl.startsWith('https://') || trustedProxies.length > 0) return ofRanges
    return [
      {
        severity: 'warning',
        problem:
          'PORTICO_TRUSTED_PROXIES is not set, but the base URL is https://. The service sees the address of the proxy instead of those of visitors, so rate limits count all visitors together.',
        fix: 'Set PORTICO_TRUSTED_PROXIES to the addresses of the proxy that ends TLS.',
      },
    ]
  },
}
