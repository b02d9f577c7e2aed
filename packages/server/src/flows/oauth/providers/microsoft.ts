import { createHash } from 'node:crypto'

import { oauthProviderNames } from '@portico/contract'
import { z } from 'zod'

import { accessDenied, hex } from './look-alike.ts'
import type { BuiltInProvider, ProviderOptions } from './provider.ts'
import { accountId, addressOf, optionalDetail, nameOf, optionalText, parseAnswer } from './read-answer.ts'

const graphUser = z.object({
  id: accountId,
  displayName: optionalDetail,
  mail: optionalText,
  userPrincipalName: optionalText,
})

const AUTHORITY = 'https://login.microsoftonline.com'
/** The tenant of personal accounts; "consumers" is its other name. */
const CONSUMERS_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad'
const guid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/**
 * Microsoft Entra ID. The tenant determines which accounts may sign in: "consumers" (the default), "organizations",
 * "common", or one tenant by its id or domain. A tenant's administrator sets the addresses of its accounts, so no
 * address counts as verified.
 *
 * @see https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc
 */
export const microsoft: BuiltInProvider = {
  id: 'microsoft',
  name: oauthProviderNames.microsoft,
  endpoints: (options) => {
    const root = `${AUTHORITY}/${encodeURIComponent(tenantOf(options))}`
    return {
      authorization: `${root}/oauth2/v2.0/authorize`,
      token: `${root}/oauth2/v2.0/token`,
      userinfo: 'https://graph.microsoft.com/v1.0/me',
      jwks: `${root}/discovery/v2.0/keys`,
      issuer: `${AUTHORITY}/${issuingTenant(tenantOf(options))}/v2.0`,
      others: {},
    }
  },
  scopes: ['User.Read', 'openid'],
  clientAuthentication: 'basic',
  usesPkce: true,
  refusalErrors: ['consent_required'],
  authorizationParameters: () => ({}),
  isExpectedIssuer: (issuer, { iss, tid }) => {
    if (iss === issuer) return true
    // A tenant that is configured by keyword or domain signs with its id. The token belongs to this tenant because it
    // came from the tenant's token endpoint over TLS, which exchanges only its own codes.
    const tenant = issuer.split('/')[3] ?? ''
    if (guid.test(tenant) || typeof tid !== 'string' || !guid.test(tid)) return false
    if (iss !== `${AUTHORITY}/${tid}/v2.0`) return false
    return tenant === 'common' || tid !== CONSUMERS_TENANT
  },
  readIdentity: async ({ endpoints, get }) => {
    const user = parseAnswer('Microsoft', graphUser, await get(endpoints.userinfo ?? ''))
    return {
      accountId: user.id,
      email: addressOf(user.mail) ?? addressOf(user.userPrincipalName),
      isEmailVerified: false,
      displayName: nameOf(user.displayName),
      profileImageUrl: null,
    }
  },
  lookAlike: {
    host: 'login.microsoftonline.com',
    tile: { ground: '#2f2f2f', text: '#ffffff' },
    oddities: [
      'The operator of a tenant sets its addresses, so none counts as verified.',
      'The account id comes from Graph; the ID token has a different id.',
      'Issues a refresh token only with the scope offline_access, and a new one at each use.',
    ],
    addresses: 'silent',
    mayLackAddress: false,
    subOf: (key) =>
      `${hex(8)(key)}-${hex(4)(`${key}a`)}-4${hex(3)(`${key}b`)}-8${hex(3)(`${key}c`)}-${hex(12)(`${key}d`)}`,
    subPattern: /^[0-9a-f-]{16,36}$/,
    refusal: { ...accessDenied, error_subcode: 'cancel', error_description: 'The user has denied access.' },
    accessTokenSeconds: 3_600,
    refresh: 'rotated',
    refreshNeeds: { scope: 'offline_access' },
    scopeField: ['scope', ' '],
    userinfo: ({ sub, name, email }) => ({
      '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#users/$entity',
      id: sub,
      displayName: name,
      givenName: name.split(' ')[0],
      surname: name.split(' ').at(-1),
      mail: email,
      userPrincipalName: email ?? 'someone#EXT#',
    }),
    claims: ({ sub }) => ({
      sub: createHash('sha256').update(`pairwise:${sub}`).digest('base64url'),
      tid: '9188040d-6c67-4c5b-b112-36a304b66dad',
      ver: '2.0',
    }),
  },
}

function tenantOf({ microsoftTenantId }: ProviderOptions): string {
  return microsoftTenantId?.trim().toLowerCase() || 'consumers'
}

function issuingTenant(tenant: string): string {
  return tenant === 'consumers' ? CONSUMERS_TENANT : encodeURIComponent(tenant)
}
