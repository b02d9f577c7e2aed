import { SVIX_TOKEN_SECONDS } from '@portico/contract'
import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

import { isCanonicalBase64url } from '../../platform/crypto/base64url.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'

/** The identity of a token for Svix clients in a project: a staff member in a session, or an admin key. */
export interface SvixTokenClaims {
  readonly projectId: string
  readonly by: { readonly staffUserId: string; readonly sessionId: string } | { readonly keySetId: string }
}

// A dot in the token would let Svix clients read the part after it as a region, whose server they would call.
const PREFIX = 'svt_'
const MAC_BYTES = 32
const TOKEN_MAX_CHARACTERS = 1_000
const PURPOSE = 'svix token'

/** The service protects a token with a MAC, so this describes the tokens of all its versions. */
const storedClaims = z.strictObject({
  project: z.string(),
  by: z.union([z.strictObject({ owner: z.string(), session: z.string() }), z.strictObject({ keySet: z.string() })]),
  /** Seconds since the epoch. */
  exp: z.int(),
})

/**
 * Creates a token. It is not stored, and it is not a JWT, so that no other check of the service accepts it. Each use
 * checks that its project and the session or key that created it still exist.
 */
export function issueSvixToken(secret: MasterSecret, { by, projectId }: SvixTokenClaims, now: Date): string {
  const stored: z.input<typeof storedClaims> = {
    project: projectId,
    by: 'keySetId' in by ? { keySet: by.keySetId } : { owner: by.staffUserId, session: by.sessionId },
    exp: Math.floor(now.getTime() / 1_000) + SVIX_TOKEN_SECONDS,
  }
  const text = JSON.stringify(stored)
  return PREFIX + Buffer.concat([secret.mac(PURPOSE, text), Buffer.from(text)]).toString('base64url')
}

/** Whether an `Authorization` offers a token of this kind, valid or not. */
export function offersSvixToken(authorization: string): boolean {
  return /^Bearer +svt_/i.test(authorization)
}

/** Returns null for anything but an unexpired token of this service. */
export function readSvixToken(secret: MasterSecret, token: string, now: Date): SvixTokenClaims | null {
  const encoded = token.slice(PREFIX.length)
  if (token.length > TOKEN_MAX_CHARACTERS || !token.startsWith(PREFIX) || !isCanonicalBase64url(encoded)) return null
  const bytes = Buffer.from(encoded, 'base64url')
  if (bytes.length <= MAC_BYTES) return null
  const mac = bytes.subarray(0, MAC_BYTES)
  const text = bytes.subarray(MAC_BYTES).toString()
  // guard: a token for Svix clients is one of the service (replace `timingSafeEqual(expected, mac)` with `true`)
  //   [svix/svix-token]
  if (!secret.macs(PURPOSE, text).some((expected) => timingSafeEqual(expected, mac))) return null
  const { by, exp, project } = storedClaims.parse(JSON.parse(text))
  // guard: a token for Svix clients expires [svix/svix-token]
  if (exp * 1_000 <= now.getTime()) return null
  return {
    projectId: project,
    by: 'keySet' in by ? { keySetId: by.keySet } : { staffUserId: by.owner, sessionId: by.session },
  }
}
