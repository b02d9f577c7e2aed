import type { SendRequest } from '../transport/request.ts'

/** The announced removal of the second factor of a user. */
export interface AnnouncedFactorReset {
  /** The user whose second factor is removed. */
  readonly userId: string
  /** When it was announced. */
  readonly startedAt: Date
  /** When the second factor is removed. */
  readonly takesEffectAt: Date
}

export interface FactorResetOptions {
  /** The page of your app that cancels with the code of the link, on a trusted domain. Default: `urls.factorReset`, if it is absolute. */
  callbackUrl?: string
}

const pathOf = (userId: string): string => `/users/${encodeURIComponent(userId)}/factor-reset`

export async function startFactorReset(
  request: SendRequest,
  userId: string,
  { callbackUrl }: Required<FactorResetOptions>,
): Promise<AnnouncedFactorReset> {
  const read = await request<{ user_id: string; started_at_millis: number; takes_effect_at_millis: number }>(
    pathOf(userId),
    { method: 'POST', body: { callback_url: callbackUrl } },
  )
  return {
    userId: read.user_id,
    startedAt: new Date(read.started_at_millis),
    takesEffectAt: new Date(read.takes_effect_at_millis),
  }
}

export async function cancelFactorReset(request: SendRequest, userId: string): Promise<void> {
  await request(pathOf(userId), { method: 'DELETE' })
}
