import type { OAuthProvider } from '../../flows/oauth/providers/provider.ts'

/** What the service asked for when it sent the browser here (RFC 6749 section 4.1.1). */
export interface AuthorizationRequest {
  readonly clientId: string
  readonly redirectUri: string
  readonly state: string
  readonly scopes: readonly string[]
  readonly codeChallenge: string | null
  readonly nonce: string | null
  readonly parameters: URLSearchParams
}

/** PKCE, RFC 7636 section 4.2: a SHA-256 in base64url. */
const codeChallengePattern = /^[A-Za-z0-9_-]{43}$/

/**
 * Reads the request as strictly as the real provider does, or tells everything that is wrong with it. A look-alike that
 * took anything would let mistakes through that show in production only.
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
  // The only address that is registered here. Any other would make this page a way to send people anywhere.
  expect(redirectUri === callbackUrl, `redirect_uri must be ${callbackUrl}`)
  expect(one('response_type') === 'code', 'response_type must be code.')
  expect(state !== '', 'state is missing.')
  for (const scope of provider.scopes) expect(scopes.includes(scope), `scope lacks ${scope}`)
  if (provider.usesPkce) {
    expect(codeChallengePattern.test(codeChallenge ?? ''), 'code_challenge must be a SHA-256 in base64url.')
    expect(one('code_challenge_method') === 'S256', 'code_challenge_method must be S256.')
  } else {
    expect(codeChallenge === null, `${provider.name} knows no PKCE, so code_challenge must not be sent.`)
  }
  const requiredMode = provider.authorizationParameters({ clientId, clientSecret: '' }).response_mode ?? null
  expect(
    responseMode === requiredMode,
    `response_mode must ${requiredMode === null ? 'be absent' : `be ${requiredMode}`}.`,
  )
  if (problems.length > 0) return { problems }
  return { request: { clientId, redirectUri, state, scopes, codeChallenge, nonce: one('nonce'), parameters } }
}
