import * as contract from '@portico/contract'

import { anyone, signedIn } from '../../api/access.ts'
import { route, type Route } from '../../api/route.ts'

const emptyList = { items: [], is_paginated: false as const }

/** Answers about features that the service does not have, for the pages of official clients. */
export function compatibilityRoutes(): Route[] {
  return [
    route(contract.listTeams, { allow: anyone, self: 'user_id' }, () => emptyList),
    route(contract.listTeamInvitations, { allow: anyone, self: 'user_id' }, () => emptyList),
    route(contract.listUserApiKeys, { allow: anyone, self: 'user_id' }, () => emptyList),
    route(contract.listNotificationPreferences, { allow: signedIn }, () => emptyList),
    route(contract.readBilling, { allow: anyone, self: 'user_id' }, () => ({
      has_customer: false as const,
      default_payment_method: null,
    })),
    route(contract.listProducts, { allow: anyone, self: 'user_id' }, () => ({
      items: [],
      is_paginated: true as const,
      pagination: { next_cursor: null },
    })),
    route(contract.sendAnalyticsEvents, { allow: anyone }, () => ({ success: true as const })),
    route(contract.readBackendUrls, { allow: anyone }, () => ({})),
  ]
}
