// #region webhook
import { verifyWebhook } from '@portico/nextjs/server'
import { portico } from '../../../portico'

/** Gives each new user a plan. A delivery can arrive twice, and the second one changes nothing. */
export async function POST(request: Request): Promise<Response> {
  const event = await verifyWebhook(request, process.env.PORTICO_WEBHOOK_SECRET)
  if (!event) return new Response(null, { status: 400 })
  if (event.type === 'user.created') {
    const user = await portico.getUser(event.data.id)
    const present = user?.clientReadOnlyMetadata as { plan?: string } | null | undefined
    // The update replaces all metadata.
    if (user && !present?.plan) await user.update({ clientReadOnlyMetadata: { ...present, plan: 'free' } })
  }
  return new Response(null, { status: 204 })
}
// #endregion
