import type { OidcDiscoveryRead } from '@portico/contract'
import { z } from 'zod'

import type { Log } from '../../platform/log/log.ts'
import { OutboundProblem } from '../../platform/outbound-http/outbound-addresses.ts'
import type { OutboundHttp } from '../../platform/outbound-http/outbound-http.ts'
import { isHttpsOrLoopback } from '../../records/projects/shared-provider.ts'
import { ProviderMisconfigured, ProviderUnavailable } from './provider-client.ts'
import { signatureAlgorithms } from './provider-keys.ts'
import type { ProviderEndpoints } from './providers/provider.ts'

const KEPT_MILLIS = 60 * 60_000
/** Owners choose the addresses of issuers, so the number of documents in memory is bounded. */
const DOCUMENTS_MAX = 1_000

// Owners choose the issuers, and the service keeps what it reads of them.
const address = z.url().max(2_048)
const names = z.array(z.string().max(100)).max(100)

/** The fields of OpenID Connect Discovery 1.0 section 3 that the service reads. */
const providerMetadata = z.object({
  issuer: z.string().max(2_048),
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  userinfo_endpoint: address.nullish(),
  token_endpoint_auth_methods_supported: names.nullish(),
  id_token_signing_alg_values_supported: names.nullish(),
  authorization_response_iss_parameter_supported: z.boolean().nullish(),
})

/** The members of a key set that tell whether it has keys (RFC 7517 section 5). */
const keySet = z.object({ keys: z.array(z.object({ kty: z.string() })) })

const clientAuthentications = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const

/** What the service uses of a discovery document. */
export interface IssuerDocument {
  readonly endpoints: ProviderEndpoints & { readonly issuer: string; readonly jwks: string }
  /** The methods of client authentication that the token endpoint supports; null if the document does not list them. */
  readonly authenticationMethods: readonly string[] | null
}

/** The document of an issuer and its keys, or why it cannot be used. */
export type IssuerDiscovery = OidcDiscoveryRead

interface IssuerDocumentsDependencies {
  readonly outbound: OutboundHttp
  readonly log: Log
}

/** Reads the discovery documents of issuers (OpenID Connect Discovery 1.0 section 4), and keeps each for an hour. */
export class IssuerDocuments {
  readonly #dependencies: IssuerDocumentsDependencies
  readonly #kept = new Map<string, { readonly at: number; readonly document: Promise<IssuerDocument> }>()

  constructor(dependencies: IssuerDocumentsDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * @param name for the error that users see
   * @throws ProviderUnavailable if the document cannot be read, ProviderMisconfigured if it belongs to another issuer
   */
  async read(name: string, issuer: string): Promise<IssuerDocument> {
    const kept = this.#kept.get(issuer)
    const isFresh = kept !== undefined && performance.now() - kept.at < KEPT_MILLIS
    try {
      return await (isFresh ? kept.document : this.#fetch(issuer))
    } catch (error) {
      this.#dependencies.log.warn({ err: error, issuer }, 'cannot use the discovery document of a sign-in provider')
      if (error instanceof UnfitDocument) {
        throw new ProviderMisconfigured(({ errors }) => errors.provider.misconfigured(name), { cause: error })
      }
      throw new ProviderUnavailable(({ errors }) => errors.provider.noAnswer(name), { cause: error })
    }
  }

  /** Reads the document and the keys of an issuer for its owner. The next sign-in uses the same document. */
  async discover(issuer: string): Promise<IssuerDiscovery> {
    const url = documentUrl(issuer)
    try {
      const { authenticationMethods, endpoints } = await this.#fetch(issuer)
      const { keys, problem } = await this.#readKeys(endpoints.jwks)
      const document = {
        issuer,
        authorization_endpoint: endpoints.authorization,
        token_endpoint: endpoints.token,
        userinfo_endpoint: endpoints.userinfo,
        jwks_uri: endpoints.jwks,
        authentication_methods: clientAuthentications.filter(
          (method) => authenticationMethods === null || authenticationMethods.includes(method),
        ),
        keys,
      }
      return { url, problem, document }
    } catch (error) {
      return { url, problem: problemOf(error), document: null }
    }
  }

  async #readKeys(url: string): Promise<{ keys: number; problem: string | null }> {
    try {
      const read = keySet.safeParse(await fetchJson(this.#dependencies.outbound, url))
      if (!read.success) return { keys: 0, problem: `The answer of ${url} is not a key set.` }
      const keys = read.data.keys.length
      return { keys, problem: keys > 0 ? null : `The key set at ${url} is empty.` }
    } catch (error) {
      return { keys: 0, problem: `The key set could not be read at ${url}: ${problemOf(error)}` }
    }
  }

  #fetch(issuer: string): Promise<IssuerDocument> {
    const document = fetchDocument(this.#dependencies.outbound, issuer)
    const entry = { at: performance.now(), document }
    // The first entry is the oldest one.
    this.#kept.delete(issuer)
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined && this.#kept.size >= DOCUMENTS_MAX) this.#kept.delete(oldest)
    this.#kept.set(issuer, entry)
    document.catch(() => this.#kept.get(issuer) === entry && this.#kept.delete(issuer))
    return document
  }
}

/** The document was read, and the service must not use it. Its message is for the owner of the project. */
class UnfitDocument extends Error {
  override readonly name = 'UnfitDocument'
}

/** The issuer has answered with something other than a document. Its message is for the owner of the project. */
class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
}

function documentUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
}

async function fetchDocument(outbound: OutboundHttp, issuer: string): Promise<IssuerDocument> {
  const read = providerMetadata.safeParse(await fetchJson(outbound, documentUrl(issuer)))
  if (!read.success) {
    const members = read.error.issues.map(({ path }) => path.join('.')).filter((path) => path !== '')
    throw new UnreadableAnswer(
      members.length === 0
        ? 'The answer is not an object.'
        : `The document lacks these members, or has invalid ones: ${members.join(', ')}.`,
    )
  }
  const metadata = read.data
  // OpenID Connect Discovery 1.0 section 4.3: with the document of another issuer, authorization codes would be sent to that issuer.
  // guard: the discovery document of an issuer names that issuer [openid-provider]
  if (metadata.issuer !== issuer) {
    throw new UnfitDocument(
      `The configured issuer is "${issuer}", but its discovery document names "${metadata.issuer}". The two must be equal, including a slash at the end.`,
    )
  }
  const algorithms = metadata.id_token_signing_alg_values_supported ?? signatureAlgorithms
  if (!algorithms.some((algorithm) => signatureAlgorithms.includes(algorithm))) {
    throw new UnfitDocument(
      `The issuer signs ID tokens with ${algorithms.join(', ')}. The service accepts ${signatureAlgorithms.join(' and ')}.`,
    )
  }
  const endpoints = {
    authorization: metadata.authorization_endpoint,
    token: metadata.token_endpoint,
    userinfo: metadata.userinfo_endpoint ?? null,
    jwks: metadata.jwks_uri,
    issuer,
    others: {},
    namesIssuer: metadata.authorization_response_iss_parameter_supported === true,
  }
  const plain = [endpoints.authorization, endpoints.token, endpoints.userinfo, endpoints.jwks].find(
    (url) => url !== null && !isHttpsOrLoopback(url),
  )
  if (plain) {
    throw new UnfitDocument(`The discovery document of "${issuer}" names ${plain}, which does not use https.`)
  }
  return { endpoints, authenticationMethods: metadata.token_endpoint_auth_methods_supported ?? null }
}

async function fetchJson(outbound: OutboundHttp, url: string): Promise<unknown> {
  const response = await outbound.fetch(url, { headers: { accept: 'application/json' } })
  if (!response.ok) throw new UnreadableAnswer(`The status of the answer is ${response.status}.`)
  try {
    return await response.json()
  } catch {
    throw new UnreadableAnswer('The answer is not JSON.')
  }
}

/** Tells the owner what failed, without what the log says about the network of the operator. */
function problemOf(error: unknown): string {
  if (error instanceof UnfitDocument || error instanceof UnreadableAnswer) return error.message
  if (!(error instanceof OutboundProblem)) throw error
  switch (error.failure) {
    case 'refused':
      return 'The service may not connect to this address. The operator can permit it with PORTICO_OUTBOUND_ALLOW.'
    case 'timed_out':
      return 'There was no answer in time.'
    case 'too_large':
      return 'The answer is too large.'
    case 'unreachable':
      return 'The address could not be reached.'
  }
}
