import type { CallerFacts } from '../../api/rules/route.ts'
import { issueSvixToken, type SvixTokenClaims } from '../../api/pipeline/svix-token.ts'
import { PlainError } from '../../kernel/errors.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'

interface TokenCall {
  readonly projectId: string
  readonly caller: Pick<CallerFacts, 'keySetId' | 'staffUserId' | 'staffSessionId'>
  readonly now: () => Date
}

/** Creates a token that lets a Svix client act on the webhooks of the project as this caller. */
export function createToken({ secret }: { readonly secret: MasterSecret }, call: TokenCall): string {
  return issueSvixToken(secret, { projectId: call.projectId, by: creatorOf(call.caller) }, call.now())
}

function creatorOf({ keySetId, staffUserId, staffSessionId }: TokenCall['caller']): SvixTokenClaims['by'] {
  if (staffUserId !== null && staffSessionId !== null) return { staffUserId, sessionId: staffSessionId }
  // Every admin key is in a set.
  if (keySetId === null)
    throw new PlainError(403, 'Only a member of the staff or a backend with an admin key can create a token.')
  return { keySetId }
}
