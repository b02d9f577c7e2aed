import { MAGIC_LINK_CODE_CHARACTERS } from '@portico/contract'

import type { ProjectCall } from '../../api/rules/route.ts'
import type { Call } from '../../kernel/call.ts'
import { KnownError } from '../../kernel/errors.ts'
import { randomText } from '../../platform/crypto/random.ts'
import type { AccessTokenClaims } from '../../records/sessions/access-token.ts'
import {
  consumeCode,
  createVerificationCode,
  openCode,
  type CodeChecking,
  type CodeIssuing,
} from '../../records/verification-codes/verification-codes.ts'

/** The flow that a handle starts. */
interface Flow {
  readonly providerId: string
  readonly type: 'authenticate' | 'link'
}

interface FlowTarget extends Flow {
  readonly sessionId: string
  /** Expiry of the access token, in seconds since the epoch. */
  readonly expiresAt: number
}

/** 260 bits of entropy. */
const HANDLE_CHARACTERS = 52

/**
 * Issues a handle that represents the caller's session in the URL of the authorization endpoint. It works once and
 * expires after a minute. Browsers, proxies and servers log URLs, so a URL must not contain an access token (rule
 * S-48).
 *
 * @throws USER_AUTHENTICATION_REQUIRED
 */
export async function issueFlowHandle(
  dependencies: CodeIssuing,
  { caller, db, now, projectId }: ProjectCall,
  { providerId, type }: Flow,
): Promise<string> {
  if (!caller.claims) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  const { userId, sessionId, expiresAt } = caller.claims
  const target: FlowTarget = { providerId, type, sessionId, expiresAt }
  const nonce = randomText(HANDLE_CHARACTERS - MAGIC_LINK_CODE_CHARACTERS)
  return db.run(createVerificationCode(dependencies, projectId, { kind: 'oauth_flow', userId, target }, now(), nonce))
}

/**
 * Uses up a handle and returns its session. The caller must check that the session still exists.
 *
 * @throws VERIFICATION_CODE_NOT_FOUND, also for a handle of another provider or type; and the other code errors
 */
export async function redeemFlowHandle(
  dependencies: CodeChecking,
  { db, now, projectId }: Call,
  handle: string,
  { providerId, type }: Flow,
): Promise<AccessTokenClaims> {
  const open = await openCode<FlowTarget>(dependencies, { db, now }, 'oauth_flow', handle)
  const { userId, target } = open
  // guard: a flow handle is for one provider (drop `target.providerId !== providerId`)
  // guard: a flow handle is for one type of flow (drop `target.type !== type`)
  if (userId === null || target.providerId !== providerId || target.type !== type) {
    throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  }
  // guard: a flow handle works once
  await db.run(consumeCode(projectId, open, now()))
  return { projectId, userId, sessionId: target.sessionId, expiresAt: target.expiresAt }
}
