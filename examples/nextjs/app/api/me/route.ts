// #region route-handler
import { portico } from '../../../portico'

/** `withPortico` exchanges an expired access token before the handler, and writes the new one to the answer. */
export const GET = portico.withPortico(async () => {
  const user = await portico.getUser()
  if (!user) return Response.json({ error: 'Sign in first.' }, { status: 401 })
  return Response.json({ id: user.id, name: user.displayName ?? user.primaryEmail })
})
// #endregion
