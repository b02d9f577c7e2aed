import type { PartnerAuthorizationRead } from '@portico/contract'

import type { PartnerAuthorization } from '../../records/partner-authorizations/store.ts'

/** Presents the request of a partner to an owner. */
export function presentAuthorization(
  { expiresAt, externalProjectName, partner, redirectUri, step }: PartnerAuthorization,
  refusalUrl: string,
  now: Date,
): PartnerAuthorizationRead {
  return {
    partner,
    redirect_host: new URL(redirectUri).host,
    external_project_name: externalProjectName,
    state: step !== 'begun' ? 'answered' : expiresAt <= now ? 'expired' : 'open',
    refusal_url: refusalUrl,
  }
}
