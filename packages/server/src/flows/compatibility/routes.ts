import * as contract from '@portico/contract'

import { anyone, signedIn } from '../../api/rules/access.ts'
import { wholeList } from '../../api/call/list-page.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { teamMember } from '../../api/rules/team-permission.ts'

const emptyList = wholeList<never>([])
const emptyPage = { items: [], is_paginated: true as const, pagination: { next_cursor: null } }

/** Answers about features that the service does not have, for the pages of official clients. */
export function compatibilityRoutes(): Route[] {
  return [
    route(contract.listNotificationPreferences, { allow: signedIn }, () => emptyList),
    route(contract.readBilling, { allow: anyone, self: 'user_id' }, () => ({
      has_customer: false as const,
      default_payment_method: null,
    })),
    route(contract.listProducts, { allow: anyone, self: 'user_id' }, () => emptyPage),
    route(contract.listTeamProducts, { allow: teamMember }, () => emptyPage),
    route(contract.sendAnalyticsEvents, { allow: anyone }, () => ({ success: true as const })),
    route(contract.readBackendUrls, { allow: anyone }, () => ({})),
  ]
}
