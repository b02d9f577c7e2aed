import { MAGIC_LINK_CODE_CHARACTERS } from '@portico/contract'

import { forProject, type ProjectDatabase } from '../../platform/db/sql.ts'
import { KnownError } from '../../kernel/errors.ts'
import type { RequestFacts } from '../../api/route.ts'
import type { Ports } from '../../ports.ts'
import type { AccessTokenClaims } from '../../records/sessions/access-token.ts'
import { consumeCode, createVerificationCode, openCode } from '../../records/verification-codes/verification-codes.ts'

interface HandleCall {
  readonly ports: Ports
  readonly db: ProjectDatabase
  readonly request: RequestFacts
}

/** The flow that a handle starts. */
interface Flow {
  readonly providerId: string
  readonly type: 'authenticate' | 'link'
}

interface FlowTarget extends Flow {
  readonly sessionId: string
  /** Of the access token, in seconds since the epoch. */
  readonly expiresAt: number
}

/** 260 random bits. */
const HANDLE_CHARACTERS = 52

/**
 * Gives a handle that stands for the caller's session in the address of the authorization endpoint, once and for a minute:
 * browsers, proxies and servers keep addresses, so an access token must not be in one (`security.md` 10.8).
 */
export async function issueFlowHandle(
  { ports, db, request }: HandleCall,
  { userId, sessionId, expiresAt }: AccessTokenClaims,
  { providerId, type }: Flow,
): Promise<string> {
  await ports.limiter.count('providerSignIn', { projectId: db.projectId, addressBlock: request.addressBlock })
  const target: FlowTarget = { providerId, type, sessionId, expiresAt }
  const nonce = ports.random.text(HANDLE_CHARACTERS - MAGIC_LINK_CODE_CHARACTERS)
  return createVerificationCode(ports, db, { kind: 'oauth_flow', userId, target }, nonce)
}

/**
 * Uses a handle up and gives the session it stands for. Whether that session lives is for the caller to check.
 *
 * @throws VERIFICATION_CODE_NOT_FOUND, also for a handle of another provider or type; the other code errors
 */
export async function redeemFlowHandle(
  ports: Ports,
  projectId: string,
  handle: string,
  { providerId, type }: Flow,
): Promise<AccessTokenClaims> {
  const db = forProject(ports.db, projectId)
  const open = await openCode<FlowTarget>(ports, db, 'oauth_flow', handle)
  const { userId, target } = open
  if (userId === null || target.providerId !== providerId || target.type !== type) {
    throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  }
  await consumeCode(ports, db, open)
  return { projectId, userId, sessionId: target.sessionId, expiresAt: target.expiresAt }
}
