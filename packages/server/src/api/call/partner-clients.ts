import {
  basicAuthorization,
  nonEmptyText,
  parsePart,
  partnerNames,
  url,
  type EndpointSpec,
  type PartnerName,
} from '@portico/contract'
import { z } from 'zod'

import { isDigest, sha256Base64 } from '../../platform/crypto/digest.ts'
import { isLoopback } from '../../platform/http/loopback.ts'

/** A client of a partner: one program that calls for it. */
export interface PartnerClient {
  readonly partner: PartnerName
  readonly clientId: string
  /** Where a partner OAuth flow can return to, compared as they are. */
  readonly redirectUris: readonly string[]
}

/** A client as the operator has configured it. */
export interface ConfiguredPartner extends PartnerClient {
  readonly clientSecret: string
}

const configuredClients = z.array(
  z.strictObject({
    partner: z.enum(partnerNames),
    client_id: z.string().regex(/^[!-9;-~]{1,200}$/, '{path} must have 1 to 200 visible ASCII characters and no colon'),
    client_secret: nonEmptyText,
    redirect_uris: z
      .array(url.refine(isRedirectUri, '{path} must be an https:// URL without a fragment, or http:// on this machine'))
      .optional(),
  }),
)

/** Everything else would send the code of a flow in clear. */
function isRedirectUri(text: string): boolean {
  const parsed = URL.parse(text)
  if (!parsed || parsed.hash !== '' || parsed.username !== '') return false
  return parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopback(parsed.hostname))
}

/**
 * Reads the value of `PORTICO_PARTNERS`.
 *
 * @returns the clients, or all problems as sentences, which contain no values
 */
export function readPartnerClients(
  name: string,
  value: unknown,
): { readonly clients: readonly ConfiguredPartner[]; readonly problems: readonly string[] } {
  const parsed = parsePart(name, z.object({ list: configuredClients }), { list: value })
  if (!parsed.ok) return { clients: [], problems: parsed.lines.map((line) => `${line.replace(`${name}.list`, name)}.`) }
  const clients = parsed.value.list.map((entry) => ({
    partner: entry.partner,
    clientId: entry.client_id,
    clientSecret: entry.client_secret,
    redirectUris: entry.redirect_uris ?? [],
  }))
  const problems = clients.flatMap(({ clientId, partner }, index) =>
    clients.findIndex((other) => other.partner === partner && other.clientId === clientId) < index
      ? [`${name} contains the client_id "${clientId}" of ${partner} more than once.`]
      : [],
  )
  return { clients: problems.length === 0 ? clients : [], problems }
}

interface BasicCredentials {
  readonly id: string
  readonly secret: string
}

/** The configured clients of all partners. */
export class PartnerClients {
  readonly #clients: readonly { readonly client: PartnerClient; readonly secretDigest: Buffer }[]

  constructor(configured: readonly ConfiguredPartner[]) {
    this.#clients = configured.map(({ clientSecret, ...client }) => ({
      client,
      secretDigest: Buffer.from(sha256Base64(clientSecret)),
    }))
  }

  find(partner: PartnerName, clientId: string): PartnerClient | null {
    return this.#find(partner, clientId)?.client ?? null
  }

  /** Compares the secret in constant time. */
  authenticate(partner: PartnerName, { id, secret }: BasicCredentials): PartnerClient | null {
    const digest = sha256Base64(secret)
    const found = this.#find(partner, id)
    return found && isDigest(digest, found.secretDigest) ? found.client : null
  }

  #find(
    partner: PartnerName,
    clientId: string,
  ): { readonly client: PartnerClient; readonly secretDigest: Buffer } | undefined {
    return this.#clients.find(({ client }) => client.partner === partner && client.clientId === clientId)
  }
}

/** Published programs compare this text, also programs of other partners. */
const WRONG_CREDENTIALS =
  'Invalid client_id:client_secret values; did you use the correct values for the Neon integration?'

const basicHeader = z.object({ authorization: basicAuthorization })

/** The partner of a call, or what is wrong with its credentials. */
export interface PartnerAuthentication {
  /** Null also on an endpoint that is not for partners. */
  readonly client: PartnerClient | null
  /** Lines of a `SCHEMA_ERROR`. */
  readonly problems: readonly string[]
  /** The credentials are well-formed but wrong, so the call may be a guess. */
  readonly isRefused: boolean
}

export function authenticatePartner(
  clients: PartnerClients,
  { partner: declared }: EndpointSpec,
  {
    facts,
    params,
  }: { readonly facts: { readonly headers: Headers }; readonly params: Readonly<Record<string, string>> },
): PartnerAuthentication {
  // The router knows the paths of these partners only.
  const partner = declared === 'named' ? partnerNames.find((name) => name === params['partner']) : declared
  if (partner === undefined) return { client: null, problems: [], isRefused: false }
  const authorization = facts.headers.get('authorization') ?? undefined
  const parsed = parsePart('headers', basicHeader, { authorization })
  if (!parsed.ok) return { client: null, problems: parsed.lines, isRefused: false }
  const credentials = parsed.value.authorization
  const client = clients.authenticate(partner, credentials) ?? clients.authenticate(partner, formDecoded(credentials))
  return { client, problems: client ? [] : [WRONG_CREDENTIALS], isRefused: client === null }
}

/** OAuth libraries form-encode id and secret (RFC 6749 section 2.3.1); other programs send them as they are. */
function formDecoded(credentials: BasicCredentials): BasicCredentials {
  const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))
  try {
    return { id: decode(credentials.id), secret: decode(credentials.secret) }
  } catch {
    return credentials
  }
}
