import type { SendRequest } from '../transport/request.ts'

/** Where and how the webhook portal is shown. */
export interface WebhookPortalOptions {
  /**
   * The origin of your page that shows the portal in a frame, such as `https://app.example`. It must be a trusted
   * domain of the project. Absent: the portal opens only in a tab.
   */
  origin?: string
  /** The language, such as `de`. Default: that of the browser. */
  language?: string
  /** Default: that of the system. */
  theme?: 'light' | 'dark'
}

export async function getSvixToken(request: SendRequest<'admin'>): Promise<string> {
  const { token } = await request('POST /webhooks/svix-token', { body: {} })
  return token
}

/**
 * Returns the address of the portal.
 *
 * @param baseUrl the address of the service for browsers
 */
export function webhookPortalUrl(
  baseUrl: string,
  projectId: string,
  token: string,
  { language, origin, theme }: WebhookPortalOptions,
): string {
  const query = new URLSearchParams({
    ...(origin !== undefined && { origin }),
    ...(language !== undefined && { language }),
    ...(theme !== undefined && { theme }),
  })
  // Browsers send the fragment to no server.
  return `${baseUrl}/embed/webhooks/${projectId}${query.size > 0 ? `?${query}` : ''}#${token}`
}
