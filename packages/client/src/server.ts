/** The SDK for servers, which hold the secret key of a project. */
export { type AccessTokenVerifierOptions, createAccessTokenVerifier } from './access-token-verifier.ts'
export type { IncomingRequest } from './server/incoming-request.ts'
export type {
  AccessTokenRefusal,
  VerifiedAccessToken,
  VerifyAccessToken,
  VerifyAccessTokenOptions,
} from './server/verify-access-token.ts'
