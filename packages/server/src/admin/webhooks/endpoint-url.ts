import { isIP } from 'node:net'

import { KnownError } from '../../kernel/errors.ts'
import {
  OutboundAddresses,
  OutboundProblem,
  type OutboundSettings,
} from '../../platform/outbound-http/outbound-addresses.ts'
import { webhookPorts } from '../../platform/webhooks/webhook-sender.ts'

/**
 * Refuses an address that no delivery could reach. Names are resolved at each attempt only.
 *
 * @throws SCHEMA_ERROR with what to change
 */
export async function requireDeliverableUrl(settings: OutboundSettings, text: string): Promise<void> {
  const { hostname, password, port, protocol, username } = new URL(text)
  const isPlain = protocol === 'http:' && settings.mode === 'development'
  if (protocol !== 'https:' && !isPlain) throw refused('must begin with https://')
  if (username !== '' || password !== '') {
    throw refused('contains a user name or password. Remove it, and send it in a header instead.')
  }
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  if (isIP(host) === 0 && !isLocalName(host)) {
    if (!webhookPorts.has(portOf(port, protocol)))
      throw refused('uses a port that is not permitted. Use 443 or one from 1024.')
    return
  }
  const address = isIP(host) === 0 ? '127.0.0.1' : host
  await new OutboundAddresses(settings)
    .find(address, portOf(port, protocol), webhookPorts, 0)
    .catch((error: unknown) => {
      if (!(error instanceof OutboundProblem)) throw error
      throw refused(
        'must have a public address and use port 443 or one from 1024. The operator can permit other addresses with PORTICO_OUTBOUND_ALLOW.',
      )
    })
}

function isLocalName(host: string): boolean {
  const name = host.replace(/\.$/, '')
  return name === 'localhost' || name.endsWith('.localhost')
}

function portOf(port: string, protocol: string): number {
  return Number(port || (protocol === 'https:' ? 443 : 80))
}

function refused(what: string): KnownError {
  return new KnownError('SCHEMA_ERROR', { message: `body.url ${what}` })
}
