import type { SendRequest } from '../transport/request.ts'

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
  request: SendRequest,
  { reason, url, userId }: ImpersonationLinkOptions,
): Promise<ImpersonationLink> {
  const read = await request<{ url: string; expires_at_millis: number }>('/internal/impersonation-links', {
    method: 'POST',
    body: { user_id: userId, reason, url },
  })
  return { url: read.url, expiresAt: new Date(read.expires_at_millis) }
}
