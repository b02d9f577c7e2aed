import type { OAuthProvider } from '../../flows/oauth/providers/provider.ts'

/** The authorization request of the service (RFC 6749 section 4.1.1). */
export interface AuthorizationRequest {
  readonly clientId: string
  readonly redirectUri: string
  readonly state: string
  readonly scopes: readonly string[]
  readonly codeChallenge: string | null
  readonly nonce: string | null
  readonly parameters: URLSearchParams
}

/** A SHA-256 hash in base64url (RFC 7636 section 4.2). */
const codeChallengePattern = /^[A-Za-z0-9_-]{43}$/

/**
 * Reads the request as strictly as the real provider, or returns all of its problems. A more tolerant look-alike would
 * hide mistakes that fail only in production.
 */
export function readAuthorizationRequest(
  parameters: URLSearchParams,
  provider: OAuthProvider,
  callbackUrl: string,
): { request: AuthorizationRequest } | { problems: string[] } {
  const problems: string[] = []
  const one = (name: string): string | null => {
    const values = parameters.getAll(name)
    if (values.length > 1) problems.push(`${name} is given more than once.`)
    return values[0] ?? null
  }
  const expect = (isRight: boolean, problem: string): void => {
    if (!isRight) problems.push(problem)
  }
  const clientId = one('client_id') ?? ''
  const redirectUri = one('redirect_uri') ?? ''
  const state = one('state') ?? ''
  const scopes = (one('scope') ?? '').split(' ').filter(Boolean)
  const codeChallenge = one('code_challenge')
  const responseMode = one('response_mode')

  expect(clientId !== '', 'client_id is missing.')
  // Only the callback of the service is registered. Any other URI would make this page an open redirect.
  expect(redirectUri === callbackUrl, `redirect_uri must be ${callbackUrl}`)
  expect(one('response_type') === 'code', 'response_type must be code.')
  expect(state !== '', 'state is missing.')
  for (const scope of provider.scopes) expect(scopes.includes(scope), `scope lacks ${scope}`)
  if (provider.usesPkce) {
    expect(codeChallengePattern.test(codeChallenge ?? ''), 'code_challenge must be a SHA-256 hash in base64url.')
    expect(one('code_challenge_method') === 'S256', 'code_challenge_method must be S256.')
  } else {
    expect(codeChallenge === null, `code_challenge must be absent, because ${provider.name} does not support PKCE.`)
  }
  const requiredMode = provider.authorizationParameters({ clientId, clientSecret: '' }).response_mode ?? null
  expect(
    responseMode === requiredMode,
    `response_mode must ${requiredMode === null ? 'be absent' : `be ${requiredMode}`}.`,
  )
  if (problems.length > 0) return { problems }
  return { request: { clientId, redirectUri, state, scopes, codeChallenge, nonce: one('nonce'), parameters } }
}
