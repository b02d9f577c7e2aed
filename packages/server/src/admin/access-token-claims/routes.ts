import * as contract from '@portico/contract'

import { projectAdmin } from '../../api/rules/access.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { KnownError } from '../../kernel/errors.ts'
import { claimsInToken, computeCustomClaims } from '../../records/sessions/custom-claims.ts'
import { findUser } from '../../records/users/store.ts'

export function accessTokenClaimRoutes(): Route[] {
  return [
    route(contract.previewAccessTokenClaims, { allow: projectAdmin }, async ({ body, db }) => {
      const user = await db.run(findUser(db.projectId, body.user_id))
      if (!user) throw new KnownError('USER_NOT_FOUND')
      const custom = computeCustomClaims(body.claims, user)
      return {
        claims: custom.claims,
        bytes: Buffer.byteLength(JSON.stringify(claimsInToken(custom))),
        omitted: [...custom.omitted],
      }
    }),
  ]
}
