import type { UserServerCreate, UserServerUpdate } from '@portico/contract'
import { toSnakeCase } from '@portico/contract/letter-case'

import type { ServerUserCreateOptions, ServerUserUpdateOptions } from './server-user.ts'
import { bodyOf } from '../transport/body-of.ts'
import { updateBodyOf } from '../resources/user-actions.ts'

/** Converts the options to their wire names. The JSON encoder omits undefined fields. */
export function serverUpdateBodyOf({ riskScores, suspension, ...options }: ServerUserUpdateOptions): UserServerUpdate {
  return {
    ...updateBodyOf(options),
    ...(suspension !== undefined && suspensionFieldsOf(suspension)),
    ...(riskScores && { risk_scores: toSnakeCase(riskScores) }),
  }
}

export function serverCreateBodyOf({
  id,
  isAnonymous,
  oauthProviders,
  signedUpAt,
  ...options
}: ServerUserCreateOptions): UserServerCreate {
  return {
    ...serverUpdateBodyOf(options),
    ...bodyOf({ id, isAnonymous, signedUpAt }),
    oauth_providers: oauthProviders?.map((account) => bodyOf(account)),
  }
}

/** A new suspension replaces the texts and the end of the previous one. */
function suspensionFieldsOf(suspension: NonNullable<ServerUserUpdateOptions['suspension']> | null) {
  if (suspension === null) return { restricted_by_admin: false }
  return {
    restricted_by_admin: true,
    restricted_by_admin_reason: suspension.reason ?? null,
    restricted_by_admin_private_details: suspension.privateDetails ?? null,
    restricted_by_admin_until_millis: suspension.until?.getTime() ?? null,
  }
}
