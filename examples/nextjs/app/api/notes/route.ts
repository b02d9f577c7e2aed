// #region api-key
import { portico } from '../../../portico'

/** For pages and programs: a session, or an API key of a user or a team. */
export async function GET(request: Request): Promise<Response> {
  const caller = await portico.authenticateRequest(request)
  if (!caller) return Response.json({ error: 'Sign in, or send an API key.' }, { status: 401 })
  const owner = caller.type === 'team-api-key' ? caller.team : caller.user
  return Response.json({ caller: caller.type, ownerId: owner.id, notes: [] })
}
// #endregion
