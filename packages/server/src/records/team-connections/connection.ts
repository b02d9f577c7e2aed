import { column, columns, type RowOf } from '../../kernel/columns.ts'

export const connectionColumns = columns({
  id: column<string>('id'),
  teamId: column<string>('team_id'),
  displayName: column<string>('display_name'),
  iconUrl: column<string | null>('icon_url'),
  issuerUrl: column<string>('issuer_url'),
  clientId: column<string>('client_id'),
  /** Without `openid`, which every request has. */
  scopes: column<string[]>('scopes'),
  method: column<'client_secret_basic' | 'client_secret_post' | 'private_key_jwt'>('authentication_method'),
  /** With `private_key_jwt`: the audience of the assertion. */
  audience: column<'issuer' | 'token_endpoint' | null>('audience'),
  /** The client secret, or the private key as PEM. */
  secretSealed: column<string>('secret_sealed'),
  publicJwk: column<Record<string, string> | null>('public_jwk'),
  createdAt: column<Date>('created_at'),
})

/** A team's connection to its own OpenID Connect issuer. */
export type TeamConnection = RowOf<typeof connectionColumns>

export const domainColumns = columns({
  connectionId: column<string>('connection_id'),
  /** In lower case and ASCII. */
  domain: column<string>('domain'),
  /** Null: not proved, or the record was lost. */
  provedAt: column<Date | null>('proved_at'),
})

export type ConnectionDomain = RowOf<typeof domainColumns>

/** Returns the id of the sign-in provider that a connection is. */
export function providerIdOf(connectionId: string): string {
  return `connection:${connectionId}`
}

/** Returns the id of the connection that a sign-in provider is; null for another provider. */
export function connectionIdOf(providerId: string): string | null {
  const [, id = null] = /^connection:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(providerId) ?? []
  return id
}

/** Returns the identity that the sealed secret is bound to. */
export function connectionSecretIdentity(projectId: string, connectionId: string): string {
  return `team_connections/${projectId}/${connectionId}`
}

/** The beginning of a record that proves a domain. */
export const PROOF_PREFIX = 'portico-connection='

/** The TXT record that proves a domain. It names the connection, so it proves the domain for no other one. */
export function proofOf({ connectionId, domain }: Pick<ConnectionDomain, 'connectionId' | 'domain'>): {
  readonly name: string
  readonly value: string
} {
  return { name: `_portico-connection.${domain}`, value: `${PROOF_PREFIX}${connectionId}` }
}
