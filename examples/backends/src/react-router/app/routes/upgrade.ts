// oxlint-disable typescript/only-throw-error -- React Router answers with what a loader throws.
import { type ActionFunctionArgs, data } from 'react-router'
import { requireCaller } from '../portico.server.ts'

// #region action
export async function action({ request }: ActionFunctionArgs): Promise<Response> {
  const caller = await requireCaller(request)
  if (caller.type !== 'session') throw data({ error: 'A key cannot buy anything.' }, { status: 403 })
  await caller.user.setServerMetadata({ ...(caller.user.serverMetadata as object), plan: 'pro' })
  return Response.json({ plan: 'pro' })
}
// #endregion
