import type { PartnerName } from '@portico/contract'

/** A client of a partner, as `PORTICO_PARTNERS` names it. */
export interface TestPartner {
  readonly partner: PartnerName
  readonly client_id: string
  readonly client_secret: string
  readonly redirect_uris: readonly string[]
}

export const neon = {
  partner: 'neon',
  client_id: 'neon-local',
  // A secret may contain colons.
  client_secret: 'neon:local:secret',
  redirect_uris: ['https://neon.example/callback'],
} as const satisfies TestPartner

/** Another client of the same partner. */
export const otherNeon = {
  ...neon,
  client_id: 'neon-other',
  client_secret: 'other-secret',
} as const satisfies TestPartner

export const acme = {
  partner: 'custom',
  client_id: 'acme',
  client_secret: 'acme-secret',
  redirect_uris: ['https://acme.example/callback'],
} as const satisfies TestPartner

/** The setting of a service with these partners. */
export const partnerSettings = { PORTICO_PARTNERS: JSON.stringify([neon, otherNeon, acme]) }

/** The credentials of a partner. */
export function asPartner({ client_id: id, client_secret: secret }: Pick<TestPartner, 'client_id' | 'client_secret'>): {
  headers: { authorization: string }
} {
  return { headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` } }
}
