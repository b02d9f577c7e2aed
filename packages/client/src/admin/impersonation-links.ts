import type { SendRequest } from '../transport/request.ts'
import { bodyOf } from '../transport/body-of.ts'
import { present } from '../transport/present.ts'

/** Whom an owner signs in as, why, and where. */
export interface ImpersonationLinkOptions {
  /** The user to sign in as. */
  userId: string
  /** Such as a support request, of at most 256 characters. The audit log and the session keep it. */
  reason: string
  /** The page of your app that takes the code from the fragment, on a trusted domain. */
  url: string
}

/** A link that works once. */
export interface ImpersonationLink {
  /** The page with the code in its fragment. Open it in the browser of the owner. Do not send it. */
  readonly url: string
  /** 60 seconds after its creation. */
  readonly expiresAt: Date
}

export async function createImpersonationLink(
  request: SendRequest<'admin'>,
  options: ImpersonationLinkOptions,
): Promise<ImpersonationLink> {
  return present(await request('POST /internal/impersonation-links', { body: bodyOf(options) }))
}
