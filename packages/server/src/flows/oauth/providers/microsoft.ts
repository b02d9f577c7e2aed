import { oauthProviderNames } from '@portico/contract'
import { z } from 'zod'

import type { OAuthProvider, ProviderOptions } from './provider.ts'
import { accountId, addressOf, decoration, nameOf, optionalText, parseAnswer } from './read-answer.ts'

const graphUser = z.object({
  id: accountId,
  displayName: decoration,
  mail: optionalText,
  userPrincipalName: optionalText,
})

const AUTHORITY = 'https://login.microsoftonline.com'
/** The tenant of personal accounts; "consumers" is its other name. */
const CONSUMERS_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad'
const guid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/**
 * Microsoft Entra ID. Which accounts may sign in is the tenant's matter: "consumers" (the default), "organizations",
 * "common", or one tenant by its id or domain. Addresses are entered by whoever runs a tenant, so none is ever taken as
 * verified.
 *
 * @see https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc
 */
export const microsoft: OAuthProvider = {
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
    // A tenant named by a word or a domain signs under its id. That the token is of this very tenant follows from where
    // it came from: only its own token endpoint, asked by us over TLS, exchanges its codes.
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
}

function tenantOf({ microsoftTenantId }: ProviderOptions): string {
  return microsoftTenantId?.trim().toLowerCase() || 'consumers'
}

function issuingTenant(tenant: string): string {
  return tenant === 'consumers' ? CONSUMERS_TENANT : encodeURIComponent(tenant)
}
