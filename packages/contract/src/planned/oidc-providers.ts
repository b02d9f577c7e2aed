import { z } from 'zod'

import { adminAccess, serverAccess } from '../endpoint.ts'
import {
  imageUrl,
  label,
  listOf,
  nonEmptyEmail,
  nonEmptyText,
  noQuery,
  success,
  trustedDomain,
  uuid,
} from '../primitives.ts'
import type { Plan } from './plan.ts'

const OIDC_PROVIDERS_MAX = 20
const TEAM_CONNECTIONS_MAX = 1_000
const CONNECTION_DOMAINS_MAX = 20

const customProviderId = z
  .string()
  .regex(/^custom:[a-z\d](?:[a-z\d-]{0,38}[a-z\d])?$/, '{path} must be custom: and a name, such as custom:okta')

const issuer = {
  display_name: label.refine((text) => text !== '', '{path} must not be empty'),
  icon_url: imageUrl.nullable().optional(),
  issuer_url: trustedDomain.describe('Its document at /.well-known/openid-configuration is read when it is saved.'),
  client_id: nonEmptyText,
  scopes: z.array(nonEmptyText).max(20).optional().describe('Default: openid, profile, email.'),
  authentication: z.discriminatedUnion('method', [
    z.strictObject({ method: z.literal('client_secret_basic'), client_secret: nonEmptyText }),
    z.strictObject({ method: z.literal('client_secret_post'), client_secret: nonEmptyText }),
    z.strictObject({
      method: z.literal('private_key_jwt'),
      private_key: nonEmptyText.optional().describe('PEM. Absent: the service creates one and shows the public key.'),
    }),
  ]),
}

const discoveryRead = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  userinfo_endpoint: z.string().nullable(),
  jwks_uri: z.string(),
  authentication_methods: z.array(z.string()),
  keys: z.int(),
})

const teamConnectionRead = z.object({
  id: uuid,
  team_id: uuid,
  provider_id: z.string(),
  display_name: z.string(),
  issuer_url: z.string(),
  domains: z.array(
    z.object({
      domain: z.string(),
      is_proved: z.boolean(),
      record_name: z.string(),
      record_value: z.string(),
    }),
  ),
})

const tag = 'Sign-in providers'
const connection = '/team-connections/{connection_id}'
const ofConnection = z.object({ connection_id: uuid })

export const oidcProviders: Plan = {
  decision: '088',
  constants: { OIDC_PROVIDERS_MAX, TEAM_CONNECTIONS_MAX, CONNECTION_DOMAINS_MAX },
  endpoints: {
    discoverIssuer: {
      method: 'POST',
      path: '/internal/oidc-discovery',
      tag,
      summary: 'Reads the discovery document and the keys of an issuer, as saving a provider does.',
      isRateLimited: true,
      limit: 'discoverIssuer',
      access: adminAccess({ body: z.strictObject({ issuer_url: trustedDomain }), response: discoveryRead }),
      errors: ['OIDC_DISCOVERY_FAILED'],
    },
    findConnection: {
      method: 'POST',
      path: '/auth/oauth/connection',
      tag,
      summary:
        'Returns the provider to which the domain of an address leads, or null. The answer does not depend on whether an account exists.',
      isRateLimited: true,
      limit: 'providerSignIn',
      access: {
        client: {
          body: z.strictObject({ email: nonEmptyEmail }),
          response: z.object({ provider_id: z.string().nullable(), display_name: z.string().nullable() }),
        },
      },
      errors: [],
    },
    createTeamConnection: {
      method: 'POST',
      path: '/team-connections',
      tag,
      summary: 'Gives a team a connection to an issuer of its own.',
      status: 201,
      isRateLimited: true,
      limit: 'discoverIssuer',
      access: serverAccess({ body: z.strictObject({ team_id: uuid, ...issuer }), response: teamConnectionRead }),
      errors: ['TEAM_NOT_FOUND', 'OIDC_DISCOVERY_FAILED'],
    },
    listTeamConnections: {
      method: 'GET',
      path: '/team-connections',
      tag,
      summary: 'Lists the connections of a team, or of all teams.',
      access: serverAccess({
        query: z.strictObject({ team_id: uuid.optional() }),
        response: listOf(teamConnectionRead),
      }),
      errors: [],
    },
    deleteTeamConnection: {
      method: 'DELETE',
      path: connection,
      tag,
      summary: 'Ends a connection. Accounts at its issuer remain, and can no longer sign in.',
      params: ofConnection,
      access: serverAccess({ query: noQuery, response: success }),
      errors: [],
    },
    claimDomain: {
      method: 'POST',
      path: `${connection}/domains`,
      tag,
      summary: 'Claims a domain for a connection and returns the DNS record that proves it.',
      status: 201,
      params: ofConnection,
      access: serverAccess({ body: z.strictObject({ domain: nonEmptyText }), response: teamConnectionRead }),
      errors: ['DOMAIN_CLAIMED_ELSEWHERE'],
    },
    proveDomain: {
      method: 'POST',
      path: `${connection}/domains/{domain}/prove`,
      tag,
      summary:
        'Looks for the DNS record of a claimed domain. From then on people of the domain are led to the connection.',
      params: ofConnection.extend({ domain: z.string() }),
      isRateLimited: true,
      limit: 'discoverIssuer',
      access: serverAccess({ body: z.strictObject({}), response: teamConnectionRead }),
      errors: ['DOMAIN_NOT_PROVED', 'DOMAIN_CLAIMED_ELSEWHERE'],
    },
    releaseDomain: {
      method: 'DELETE',
      path: `${connection}/domains/{domain}`,
      tag,
      summary: 'Ends the claim of a domain.',
      params: ofConnection.extend({ domain: z.string() }),
      access: serverAccess({ query: noQuery, response: success }),
      errors: [],
    },
  },
  fields: {
    'projectUpdate config': {
      oidc_providers: z
        .array(z.strictObject({ id: customProviderId, enabled: z.boolean().optional(), ...issuer }))
        .max(OIDC_PROVIDERS_MAX)
        .optional(),
    },
    'projectClientRead config': {
      oidc_providers: z.array(z.object({ id: z.string(), display_name: z.string(), icon_url: z.string().nullable() })),
    },
  },
  errors: {
    OIDC_DISCOVERY_FAILED: {
      status: 400,
      isExtension: true,
      message: (details: { url: string; reason: string }) =>
        `The issuer could not be read at ${details.url}: ${details.reason}`,
    },
    DOMAIN_NOT_PROVED: {
      status: 400,
      isExtension: true,
      message: (details: { record_name: string; record_value: string; found: string[] }) =>
        `The TXT record ${details.record_name} does not contain ${details.record_value}. Found: ${details.found.join(', ') || 'nothing'}.`,
    },
    DOMAIN_CLAIMED_ELSEWHERE: {
      status: 409,
      isExtension: true,
      message: (details: { domain: string }) => `Another connection has proved the domain ${details.domain}.`,
    },
  },
  limits: {
    discoverIssuer: {
      description: 'reads the documents of an issuer, or the DNS record of a domain',
      perProject: { calls: 60, seconds: 300 },
    },
  },
  events: {
    'team_connection.created': { description: 'A team got a connection to its own issuer.', target: 'connectionId' },
    'team_connection.deleted': { description: 'A connection of a team ended.', target: 'connectionId' },
    'connection_domain.proved': { description: 'A connection proved a domain.', target: 'connectionId' },
    'connection_domain.released': { description: 'A connection gave up a domain.', target: 'connectionId' },
  },
  mails: {},
  sdk: {
    ClientApp: ['signInWithOAuth("custom:<name>")', 'findConnection(email)'],
    AdminApp: ['discoverIssuer(issuerUrl)', 'project.update({ config: { oidcProviders } })'],
    ServerTeam: ['createConnection(…)', 'listConnections()'],
    TeamConnection: ['claimDomain(domain)', 'proveDomain(domain)', 'releaseDomain(domain)', 'delete()'],
  },
}
