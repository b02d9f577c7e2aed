import { z } from 'zod'

import { endpoint, serverAccess } from './endpoint.ts'
import { issuerSettings, issuerSettingsRead } from './oidc-providers.ts'
import { listOf, millis, nonEmptyEmail, nonEmptyText, noQuery, success, uuid } from './primitives.ts'

/** A domain that a connection claims, with the DNS record that proves it. */
export const connectionDomainRead = z.object({
  domain: z.string().describe('In lower case and ASCII.'),
  is_proved: z
    .boolean()
    .describe(
      'True: the record was found. The service looks for it again each week, and a lost record ends the proof.',
    ),
  record_name: z.string().describe('The name of the TXT record to publish.'),
  record_value: z.string().describe('The text of the TXT record to publish.'),
})

/** A team's connection to its own OpenID Connect issuer. */
export const teamConnectionRead = z.object({
  id: uuid.describe('Never changes.'),
  team_id: uuid.describe('The team that the connection belongs to.'),
  provider_id: z.string().describe('The sign-in provider that the connection is, such as for `signInWithOAuth`.'),
  ...issuerSettingsRead,
  created_at_millis: millis.describe('When the connection was created.'),
  domains: z.array(connectionDomainRead),
})

/** A new connection of a team. */
export const teamConnectionCreate = z.strictObject({
  team_id: uuid.describe('The team that gets the connection.'),
  ...issuerSettings,
})

const { issuer_url: _fixed, ...changeableSettings } = issuerSettings

/** Changes to a connection. Absent fields keep their value. */
export const teamConnectionUpdate = z
  .strictObject(changeableSettings)
  .partial()
  .extend({
    authentication: changeableSettings.authentication
      .optional()
      .describe('Required with another `client_id`, because a secret or key belongs to one client.'),
  })

/** Why a domain is not proved. */
export const domainProblems = ['no_record', 'no_answer', 'proved_elsewhere'] as const

/** What was found for a claimed domain. */
export const domainProofRead = z.object({
  domain: connectionDomainRead,
  problem: z
    .enum(domainProblems)
    .nullable()
    .describe(
      'Null: the domain is proved. `no_record`: the name has no such record. `no_answer`: DNS did not answer in time. `proved_elsewhere`: another connection of the project has proved the domain.',
    ),
  found: z.array(z.string()).describe('The records of the name that prove a domain for any connection.'),
})

/** The connection that an address leads to; nulls without one. */
export const signInConnectionRead = z.object({
  provider_id: z.string().nullable(),
  display_name: z.string().nullable(),
})

const tag = 'Team connections'
const ofConnection = z.object({ connection_id: uuid })
const ofDomain = ofConnection.extend({ domain: nonEmptyText })

export const createTeamConnection = endpoint({
  method: 'POST',
  path: '/team-connections',
  tag,
  summary:
    'Gives a team a connection to an OpenID Connect issuer of its own. Its document is read, and a problem with it is a SCHEMA_ERROR.',
  status: 201,
  isRateLimited: true,
  staffRight: 'change_project',
  access: serverAccess({ body: teamConnectionCreate, response: teamConnectionRead }),
  errors: ['TEAM_NOT_FOUND', 'SCHEMA_ERROR', 'RECENT_SIGN_IN_REQUIRED'],
})

export const listTeamConnections = endpoint({
  method: 'GET',
  path: '/team-connections',
  tag,
  summary: 'Lists the connections of a team, oldest first.',
  staffRight: 'read_project',
  access: serverAccess({
    query: z.strictObject({ team_id: uuid }),
    response: listOf(teamConnectionRead),
  }),
  errors: ['TEAM_NOT_FOUND'],
})

export const updateTeamConnection = endpoint({
  method: 'PATCH',
  path: '/team-connections/{connection_id}',
  tag,
  summary:
    'Changes a connection. Its issuer cannot change, because accounts are identified by issuer and subject: create another connection.',
  isRateLimited: true,
  staffRight: 'change_project',
  params: ofConnection,
  access: serverAccess({ body: teamConnectionUpdate, response: teamConnectionRead }),
  errors: ['SCHEMA_ERROR', 'RECENT_SIGN_IN_REQUIRED'],
})

export const deleteTeamConnection = endpoint({
  method: 'DELETE',
  path: '/team-connections/{connection_id}',
  tag,
  summary: 'Ends a connection and its claims. Accounts at its issuer remain, and can no longer sign in.',
  staffRight: 'change_project',
  params: ofConnection,
  access: serverAccess({ query: noQuery, response: success }),
  errors: [],
})

export const claimConnectionDomain = endpoint({
  method: 'POST',
  path: '/team-connections/{connection_id}/domains',
  tag,
  summary:
    'Claims a domain for a connection and returns the DNS record that proves it. A claim alone has no effect, so several connections can claim one domain.',
  status: 201,
  staffRight: 'change_project',
  params: ofConnection,
  access: serverAccess({ body: z.strictObject({ domain: nonEmptyText }), response: connectionDomainRead }),
  errors: ['SCHEMA_ERROR'],
})

export const proveConnectionDomain = endpoint({
  method: 'POST',
  path: '/team-connections/{connection_id}/domains/{domain}/prove',
  tag,
  summary:
    'Looks for the DNS record of a claimed domain. From then on the issuer can vouch for addresses of the domain, and people with its addresses are sent to the connection. Another connection loses the domain if its record is gone.',
  isRateLimited: true,
  staffRight: 'change_project',
  params: ofDomain,
  access: serverAccess({ body: z.strictObject({}), response: domainProofRead }),
  errors: ['RECENT_SIGN_IN_REQUIRED'],
})

export const releaseConnectionDomain = endpoint({
  method: 'DELETE',
  path: '/team-connections/{connection_id}/domains/{domain}',
  tag,
  summary: 'Ends the claim of a domain.',
  staffRight: 'change_project',
  params: ofDomain,
  access: serverAccess({ query: noQuery, response: success }),
  errors: [],
})

export const findConnection = endpoint({
  method: 'POST',
  path: '/auth/oauth/connection',
  tag,
  summary:
    'Returns the provider to which the domain of an address leads, or null. The answer does not depend on whether an account exists.',
  isRateLimited: true,
  access: {
    client: {
      body: z.strictObject({ email: nonEmptyEmail }),
      response: signInConnectionRead,
    },
  },
  errors: [],
})
