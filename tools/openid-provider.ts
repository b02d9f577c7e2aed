import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** An independent, certified OpenID provider on loopback, to test interoperability. */
export interface OpenIdProvider {
  readonly url: string
  /** Adds a client, or replaces it. */
  register(client: RegisteredClient): Promise<void>
  close(): void
}

export interface RegisteredClient {
  readonly client_id: string
  readonly redirect_uris: readonly string[]
  readonly [metadata: string]: unknown
}

/** The clock of a service under test may be days ahead of the provider, whose tokens must still be valid. */
const ID_TOKEN_SECONDS = 30 * 86_400

/**
 * Starts a provider at which every login has an account. Its address is the login, or the login and `example.com`.
 *
 * @param keyAt returns the public key of a client by its `jwks_uri`
 */
export async function startOpenIdProvider(keyAt?: (url: URL) => object | undefined): Promise<OpenIdProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(url, {
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    // Its own `fetch` refuses loopback addresses.
    fetch: async (uri: URL) => Response.json({ keys: [keyAt?.(new URL(uri))] }),
    pkce: { required: () => true },
    claims: { email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    features: { devInteractions: { enabled: true }, jwtUserinfo: { enabled: true } },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: ID_TOKEN_SECONDS },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: id.includes('@') ? id : `${id}@example.com`,
        email_verified: true,
        name: 'Ada Lovelace',
        picture: 'https://example.com/ada.png',
      }),
    }),
  })
  server.on('request', provider.callback())
  return {
    url,
    register: (client) => provider.Client.adapter.upsert(client.client_id, client),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
