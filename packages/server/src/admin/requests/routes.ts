import * as contract from '@portico/contract'

import { projectAdmin } from '../../api/rules/access.ts'
import { wholeList } from '../../api/call/list-page.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { presentFirstRequest, presentFirstSignIn, presentRequest } from '../../records/recent-requests/present.ts'
import type { RequestKind } from '../../records/recent-requests/recent-request.ts'
import { findFirstUse, listRequests } from '../../records/recent-requests/store.ts'

const proofs = ['server', 'client', 'unverified'] as const

export function requestRoutes(): Route[] {
  return [
    route(contract.listRecentRequests, { allow: projectAdmin }, async ({ db, query }) => {
      const outcomes = query.outcome === undefined ? contract.requestOutcomes : [query.outcome]
      const kinds = proofs.flatMap((proof) => outcomes.map((outcome): RequestKind => `${proof}_${outcome}`))
      const { requests, use } = await db.batch({
        requests: listRequests(db.projectId, kinds),
        use: findFirstUse(db.projectId),
      })
      return {
        first_request: presentFirstRequest(use),
        first_sign_in: presentFirstSignIn(use),
        ...wholeList(requests.map(presentRequest)),
      }
    }),
  ]
}
