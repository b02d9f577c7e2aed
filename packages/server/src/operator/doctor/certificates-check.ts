import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'

import { parseMailServer } from '../../platform/mailer/mail-settings.ts'
import { readServerCertificate } from '../../platform/mailer/smtp-mailer.ts'
import type { Check, DoctorFinding, DoctorSettings } from './check.ts'

const DAY_MILLIS = 86_400_000
const WARNING_DAYS = 14
/** Certificates of a few days are renewed in their last third. */
const WARNING_SHARE = 0.25
const CONNECT_MAX_MILLIS = 5_000

export const certificatesCheck: Check = {
  name: 'certificates',
  summary: 'when the certificates of the base URL, of Redis and of the mail server expire',
  async run({ now, settings }) {
    const findings = await Promise.all(
      listServers(settings).map(async (server) => {
        // The check of the server reports why no certificate can be read.
        const validity = await server.read().then(validityOf, () => null)
        return validity === null ? [] : judgeValidity(server, validity, now())
      }),
    )
    return findings.flat()
  },
}

interface TlsServer {
  /** The name in the finding. */
  readonly name: string
  readonly read: () => Promise<PeerCertificate | null>
}

function listServers({ baseUrl, redisUrl, smtpUrl }: DoctorSettings): TlsServer[] {
  const servers: TlsServer[] = []
  const base = new URL(baseUrl)
  if (base.protocol === 'https:') {
    servers.push({ name: baseUrl, read: () => readCertificate(hostOf(base), Number(base.port || 443)) })
  }
  const redis = redisUrl === null ? null : new URL(redisUrl)
  if (redis?.protocol === 'rediss:') {
    const port = Number(redis.port || 6379)
    servers.push({ name: `Redis at ${redis.host}`, read: () => readCertificate(hostOf(redis), port) })
  }
  if (smtpUrl !== null) {
    const { host, port, requireTLS, secure } = parseMailServer(smtpUrl)
    const name = `the mail server ${host}, port ${port}`
    if (secure) servers.push({ name, read: () => readCertificate(host, port) })
    else if (requireTLS) servers.push({ name, read: () => readServerCertificate(smtpUrl) })
  }
  return servers
}

/** Without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

/** The period in which a certificate is valid. */
export interface Validity {
  readonly from: Date
  readonly to: Date
}

function validityOf(certificate: PeerCertificate | null): Validity | null {
  const { valid_from: from, valid_to: to } = certificate ?? {}
  return from && to ? { from: new Date(from), to: new Date(to) } : null
}

async function readCertificate(host: string, port: number): Promise<PeerCertificate> {
  const socket = connect({
    host,
    port,
    ...(isIP(host) === 0 && { servername: host }),
    // Nothing is sent. The date of an expired certificate is part of the finding.
    rejectUnauthorized: false,
  })
  socket.setTimeout(CONNECT_MAX_MILLIS, () => socket.destroy(new Error('The server does not answer.')))
  try {
    await once(socket, 'secureConnect')
    return socket.getPeerCertificate()
  } finally {
    socket.destroy()
  }
}

export function judgeValidity({ name }: Pick<TlsServer, 'name'>, { from, to }: Validity, now: Date): DoctorFinding[] {
  const leftMillis = to.getTime() - now.getTime()
  const days = Math.floor(Math.abs(leftMillis) / DAY_MILLIS)
  const count = `${days} ${days === 1 ? 'day' : 'days'}`
  const fix = 'Renew it, and find out why the automatic renewal failed. Then reload the program that ends TLS.'
  if (leftMillis <= 0) {
    return [{ severity: 'error', problem: `The certificate of ${name} expired ${count} ago.`, fix }]
  }
  const warningMillis = Math.min(WARNING_DAYS * DAY_MILLIS, (to.getTime() - from.getTime()) * WARNING_SHARE)
  if (leftMillis > warningMillis) return []
  return [
    {
      severity: 'warning',
      problem: `The certificate of ${name} expires in ${count}, at ${to.toISOString()}.`,
      fix,
    },
  ]
}
