import type { SendRequest } from '../transport/request.ts'
import { bodyOf } from '../transport/body-of.ts'
import { present } from '../transport/present.ts'
import type { AnnouncedFactorResetFields } from '../transport/record-fields.ts'

/** The announced removal of a user's second factor. */
export interface AnnouncedFactorReset extends AnnouncedFactorResetFields {}

/** The page that cancels the removal of a second factor. */
export interface FactorResetOptions {
  /**
   * The page of your app that cancels with the code of the link, on a trusted domain. Default: `urls.factorReset`, if
   * it is absolute.
   */
  callbackUrl?: string
}

export async function startFactorReset(
  request: SendRequest<'admin'>,
  userId: string,
  options: Required<FactorResetOptions>,
): Promise<AnnouncedFactorReset> {
  const params = { user_id: userId }
  return present(await request('POST /users/{user_id}/factor-reset', { params, body: bodyOf(options) }))
}

export async function cancelFactorReset(request: SendRequest<'admin'>, userId: string): Promise<void> {
  await request('DELETE /users/{user_id}/factor-reset', { params: { user_id: userId } })
}
