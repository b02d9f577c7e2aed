import { z } from 'zod'

import { anyAccess, endpoint } from './endpoint.ts'
import { listOf, noQuery, success, userIdOrMe, uuid } from './primitives.ts'

// Calls that the pages of official clients make about features that this service does not have. One failed call blanks
// the whole page. Each answer states that the feature is not in use, and requires the authentication of the original
// call.

const emptyList = listOf(z.never())
const userParams = z.object({ user_id: userIdOrMe })
const products = {
  query: z.strictObject({ cursor: z.string().optional(), limit: z.string().optional() }),
  response: z.object({
    items: z.array(z.never()),
    is_paginated: z.literal(true),
    pagination: z.object({ next_cursor: z.null() }),
  }),
}

export const listNotificationPreferences = endpoint({
  method: 'GET',
  path: '/emails/notification-preference/me',
  tag: 'Compatibility',
  summary:
    'Lists the kinds of mails that the signed-in user can turn off: none, because every mail is about the account.',
  isCompatibilityAnswer: true,
  user: 'me',
  staffRight: 'read_users',
  access: anyAccess({ query: noQuery, response: emptyList }),
  errors: [],
})

export const readBilling = endpoint({
  method: 'GET',
  path: '/payments/billing/user/{user_id}',
  tag: 'Compatibility',
  summary: 'Reads the payment method of a user: none, because the service has no payments.',
  isCompatibilityAnswer: true,
  user: 'own',
  params: userParams,
  staffRight: 'read_project',
  access: anyAccess({
    query: noQuery,
    response: z.object({ has_customer: z.literal(false), default_payment_method: z.null() }),
  }),
  errors: [],
})

export const listProducts = endpoint({
  method: 'GET',
  path: '/payments/products/user/{user_id}',
  tag: 'Compatibility',
  summary: 'Lists the products that a user has bought: none, because the service has no payments.',
  isCompatibilityAnswer: true,
  user: 'own',
  params: userParams,
  staffRight: 'read_project',
  access: anyAccess(products),
  errors: [],
})

export const listTeamProducts = endpoint({
  method: 'GET',
  path: '/payments/products/team/{team_id}',
  tag: 'Compatibility',
  summary:
    'Lists the products that a team has bought: none, because the service has no payments. Clients must be members.',
  isCompatibilityAnswer: true,
  user: 'signed_in_client',
  params: z.object({ team_id: uuid }),
  staffRight: 'read_project',
  access: anyAccess(products),
  errors: ['TEAM_MEMBERSHIP_NOT_FOUND'],
})

export const sendAnalyticsEvents = endpoint({
  method: 'POST',
  path: '/analytics/events/batch',
  tag: 'Compatibility',
  summary: 'Accepts events about the use of pages. The service stores none of them and does not read the body.',
  isCompatibilityAnswer: true,
  user: 'optional',
  staffRight: null,
  access: anyAccess({ query: noQuery, response: success }),
  errors: [],
})

export const readBackendUrls = endpoint({
  method: 'GET',
  path: '/internal/backend-urls',
  tag: 'Compatibility',
  summary: 'Returns no other addresses of the service, so clients keep the address that their host has set.',
  isCompatibilityAnswer: true,
  access: { public: { query: noQuery, response: z.object({}) } },
  errors: [],
})
