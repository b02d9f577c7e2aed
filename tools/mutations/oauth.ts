import type { Mutation } from './mutation.ts'

const authorize = 'packages/server/src/flows/oauth/authorize.ts'
const callback = 'packages/server/src/flows/oauth/callback.ts'
const exchange = 'packages/server/src/flows/oauth/exchange.ts'
const accounts = 'packages/server/src/flows/oauth/accounts.ts'
const client = 'packages/server/src/flows/oauth/provider-client.ts'
const flowHandle = 'packages/server/src/flows/oauth/flow-handle.ts'
const idToken = 'packages/server/src/flows/oauth/id-token.ts'

/** Sign-in at a provider: authorization request, callback, exchange, ID token, connected accounts. */
export const oauthMutations: readonly Mutation[] = [
  {
    check: 'a redirect URI is trusted',
    file: authorize,
    text: 'const trustedUri = requireOAuthRedirect(project, redirectUri)',
    becomes: 'const trustedUri = redirectUri',
    tests: ['flows/oauth/redirects.test'],
  },
  {
    check: 'a redirect URI is still trusted at the callback',
    file: callback,
    text: 'const redirectUri = requireOAuthRedirect(project, transaction.redirectUri)',
    becomes: 'const { redirectUri } = transaction',
    tests: ['flows/oauth/sign-in.test'],
  },
  {
    check: 'the challenge method is S256',
    file: authorize,
    text: "if (query.code_challenge_method !== 'S256') {",
    becomes: 'if (false as boolean) {',
    tests: ['flows/oauth/sign-in.test'],
  },
  {
    check: 'a code challenge is a SHA-256',
    file: authorize,
    text: 'if (!codeChallengePattern.test(query.code_challenge)) {',
    becomes: 'if (false as boolean) {',
    tests: ['flows/oauth/sign-in.test'],
  },
  {
    check: 'a return target is of the app or trusted',
    file: authorize,
    text: 'returnTarget === null ? null : requireReturnTarget(project, returnTarget, trustedUri)',
    becomes: 'returnTarget',
    tests: ['flows/oauth/sign-in.test', 'flows/oauth/redirects.test'],
  },
  {
    check: 'a link needs a living session',
    file: authorize,
    text: 'return found?.isSessionAlive ? found : null',
    becomes: 'return found',
    tests: ['flows/oauth/accounts.test'],
  },
  {
    check: 'a link needs a token of the project',
    file: authorize,
    text: 'if (claims.projectId !== project.id) throw new PlainError',
    becomes: 'if (false as boolean) throw new PlainError',
    tests: ['flows/oauth/accounts.test'],
  },
  {
    check: 'an impersonation does not connect an account',
    file: authorize,
    text: 'if (found.isImpersonation) {',
    becomes: 'if (false as boolean) {',
    tests: ['flows/oauth/accounts.test', 'flows/sessions/create-session.test'],
  },
  {
    check: 'a new account is connected only after a recent sign-in',
    file: authorize,
    text: '    requireRecentSignIn(found.authenticatedAt, call.now())\n',
    tests: ['api/recent-sign-in.test', 'flows/oauth/accounts.test'],
  },
  {
    check: 'an answer needs the cookie of its browser',
    file: 'packages/server/src/records/oauth-transactions/store.ts',
    text: 'and (${hasCookie} or not needs_cookie)',
    becomes: 'and (${hasCookie} or true)',
    tests: ['flows/oauth/sign-in.test'],
  },
  {
    check: 'a state is used once',
    file: 'packages/server/src/records/oauth-transactions/store.ts',
    text: 'where state_hash = ${stateHash} and provider_id = ${providerId} and used_at is null',
    becomes: 'where state_hash = ${stateHash} and provider_id = ${providerId}',
    tests: ['flows/oauth/sign-in.test'],
  },
  {
    check: 'an answer comes from the provider that was asked',
    file: 'packages/server/src/records/oauth-transactions/store.ts',
    text: 'where state_hash = ${stateHash} and provider_id = ${providerId} and used_at is null',
    becomes: 'where state_hash = ${stateHash} and (provider_id = ${providerId} or true) and used_at is null',
    tests: ['flows/oauth/sign-in.test'],
  },
  {
    check: 'a sign-in at a provider expires',
    file: callback,
    text: "    if (used.expiresAt <= call.now()) throw new KnownError('OUTER_OAUTH_TIMEOUT')\n",
    tests: ['flows/oauth/sign-in.test'],
  },
  {
    check: 'a code is exchanged with its verifier',
    file: 'packages/server/src/records/authorization-codes/store.ts',
    text: 'where project_id = ${tx.projectId} and code_hash = ${codeHash} and code_challenge = ${codeChallenge}',
    becomes:
      'where project_id = ${tx.projectId} and code_hash = ${codeHash} and (code_challenge = ${codeChallenge} or true)',
    tests: ['flows/oauth/sign-in.test'],
  },
  {
    check: 'an authorization code is used once',
    file: 'packages/server/src/records/authorization-codes/store.ts',
    text: '        and used_at is null and expires_at > ${now}\n      returning project_id, user_id, redirect_uri',
    becomes: '        and expires_at > ${now}\n      returning project_id, user_id, redirect_uri',
    tests: ['flows/oauth/sign-in.test'],
  },
  {
    check: 'an authorization code expires',
    file: 'packages/server/src/records/authorization-codes/store.ts',
    text: '        and used_at is null and expires_at > ${now}\n      returning project_id, user_id, redirect_uri',
    becomes: '        and used_at is null\n      returning project_id, user_id, redirect_uri',
    tests: ['flows/oauth/sign-in.test'],
  },
  {
    check: 'a code is exchanged with its redirect URI',
    file: exchange,
    text: 'if (toComparable(offered.redirectUri) !== toComparable(used.redirectUri)) return { used, step: null }',
    tests: ['flows/oauth/sign-in.test'],
  },
  {
    check: 'a code that comes twice ends its session',
    file: exchange,
    text: '    await endReused(call, codeHash, codeChallenge)\n',
    tests: ['flows/oauth/sign-in.test'],
  },
  {
    check: 'a used code without its verifier ends nothing',
    file: 'packages/server/src/records/authorization-codes/store.ts',
    text: 'where project_id = ${db.projectId} and code_hash = ${codeHash} and code_challenge = ${codeChallenge}',
    becomes:
      'where project_id = ${db.projectId} and code_hash = ${codeHash} and (code_challenge = ${codeChallenge} or true)',
    tests: ['flows/oauth/sign-in.test'],
  },
  {
    check: 'an ID token names the expected issuer',
    file: client,
    text: 'issuer: expectedIssuer(connection, idToken) ?? server.issuer',
    becomes: "issuer: typeof idToken === 'string' ? String(decodeJwt(idToken).iss) : server.issuer",
    tests: ['flows/oauth/hostile-provider.test'],
  },
  {
    check: 'an ID token is for our client',
    file: client,
    text: 'oauth.processAuthorizationCodeResponse(expected, client, readable, {',
    becomes:
      "oauth.processAuthorizationCodeResponse(expected, typeof idToken === 'string' ? { ...client, client_id: String([decodeJwt(idToken).aud].flat()[0]) } : client, readable, {",
    tests: ['flows/oauth/hostile-provider.test'],
  },
  {
    check: 'an ID token carries the nonce of the request',
    file: client,
    text: 'expectedNonce: usesNonce(connection) ? sent.nonce : oauth.expectNoNonce,',
    becomes: 'expectedNonce: usesNonce(connection) ? String(decodeJwt(String(idToken)).nonce) : oauth.expectNoNonce,',
    tests: ['flows/oauth/hostile-provider.test'],
  },
  {
    check: 'an ID token expires',
    file: client,
    text: '[oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS,',
    becomes: '[oauth.clockTolerance]: 1_000_000,',
    tests: ['flows/oauth/hostile-provider.test'],
  },
  {
    check: 'the signature of an ID token verifies',
    file: client,
    text: '    if (endpoints.issuer !== null) await verifySignature(dependencies, expected, readable)\n',
    tests: ['flows/oauth/hostile-provider.test'],
  },
  {
    check: 'the authorized party of an ID token is our client',
    file: idToken,
    text: "  if (isPartyWrong) return 'azp'\n",
    tests: ['flows/oauth/hostile-provider.test'],
  },
  {
    check: 'an ID token is not from the future',
    file: idToken,
    text: "  if (claims.iat > now.getTime() / 1_000 + toleranceSeconds) return 'iat'\n",
    tests: ['flows/oauth/hostile-provider.test'],
  },
  {
    check: 'an ID token belongs to its access token',
    file: idToken,
    text: "return hash === undefined || hash === hashAccessToken(accessToken) ? null : 'at_hash'",
    becomes: "return hash === undefined || hashAccessToken(accessToken) ? null : 'at_hash'",
    tests: ['flows/oauth/hostile-provider.test'],
  },
  {
    check: 'the userinfo is about the subject of the ID token',
    file: 'packages/server/src/flows/oauth/providers/standard-claims.ts',
    text: 'if (idTokenClaims && idTokenClaims.sub !== claims.sub) {',
    becomes: 'if (false as boolean) {',
    tests: ['flows/oauth/providers/providers.test'],
  },
  {
    check: 'an unverified address at the provider merges nothing',
    file: accounts,
    text: 'if (email === null || !isEmailVerified) throw',
    becomes: 'if (email === null) throw',
    tests: ['flows/oauth/accounts.test'],
  },
  {
    check: 'an unverified address on our side merges nothing',
    file: accounts,
    text: 'if (!owner.isEmailVerified) {',
    becomes: 'if (false as boolean) {',
    tests: ['flows/oauth/accounts.test'],
  },
  {
    check: 'a link is made only with the code',
    file: accounts,
    text: "    const pending = pendingOf('link', arrival, claims)\n",
    becomes:
      "    await insertAccount(tx, keyOf(arrival), claims.userId, arrival.state, now())\n    const pending = pendingOf('link', arrival, claims)\n",
    tests: ['flows/oauth/accounts.test'],
  },
  {
    check: 'an account is connected only in a living session',
    file: accounts,
    text: '  await requireLivingSession(tx, claims, now)\n  if (!user)',
    becomes: '  if (!user)',
    tests: ['flows/oauth/accounts.test'],
  },
  {
    check: 'an account of another user is not connected',
    file: accounts,
    text: 'if (connections.some((known) => known.userId !== user.id)) {',
    becomes: 'if (false as boolean) {',
    tests: ['flows/oauth/accounts.test'],
  },
  {
    check: 'an account is opened only by who assigned its id',
    file: 'packages/server/src/records/credentials/provider-account.ts',
    text: 'and provider_id = ${providerId} and authority = ${authority}\n          and account_id = ${accountId})\n      for update',
    becomes: 'and provider_id = ${providerId} and account_id = ${accountId})\n      for update',
    tests: ['flows/oauth/authority.test'],
  },
  {
    check: 'an issuer of the operator is another authority',
    file: 'packages/server/src/flows/oauth/authority.ts',
    text: "return `${id}@${sha256(addresses.map((address) => canonicalAddress(address ?? '')).join(' ')).toString('base64url')}`",
    becomes: "return id || sha256(canonicalAddress('')).toString('base64url')",
    tests: ['flows/oauth/authority.test'],
  },
  {
    check: 'the state cookie belongs to the host alone',
    file: 'packages/server/src/flows/oauth/state-cookie.ts',
    text: "${isHttps ? '__Host-' : ''}stack-oauth-inner-",
    becomes: 'stack-oauth-inner-',
    tests: ['flows/oauth/state-cookie.test'],
  },
  {
    check: 'a flow handle works once',
    file: flowHandle,
    text: '  await consumeCode(db, open, now())\n',
    tests: ['flows/oauth/flow-handle.test'],
  },
  {
    check: 'a flow handle is for one provider',
    file: flowHandle,
    text: 'target.providerId !== providerId || ',
    tests: ['flows/oauth/flow-handle.test'],
  },
  {
    check: 'a flow handle is for one type of flow',
    file: flowHandle,
    text: ' || target.type !== type) {',
    becomes: ') {',
    tests: ['flows/oauth/flow-handle.test'],
  },
]
