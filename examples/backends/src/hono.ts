// #region guard
import { type AuthenticatedRequest, ConnectionError } from '@portico/client/server'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import { portico } from './portico.ts'

/** Accepts a session, or an API key of a user or a team. Asks the service, so an ended session is refused at once. */
const requireCaller = createMiddleware<{ Variables: { caller: AuthenticatedRequest } }>(async (context, next) => {
  const caller = await portico.authenticateRequest(context.req.raw)
  if (!caller) throw new HTTPException(401, { message: 'Sign in, or send an API key.' })
  context.set('caller', caller)
  await next()
})
// #endregion
import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import { ownerOf } from './owner.ts'

// #region routes
const api = new Hono()

api.get('/me', requireCaller, (context) => context.json(ownerOf(context.get('caller'))))

api.post('/upgrade', requireCaller, async (context) => {
  const caller = context.get('caller')
  if (caller.type !== 'session') throw new HTTPException(403, { message: 'A key cannot buy anything.' })
  await caller.user.setServerMetadata({ ...(caller.user.serverMetadata as object), plan: 'pro' })
  return context.json({ plan: 'pro' })
})
// #endregion

// #region errors
api.onError((error, context) => {
  if (error instanceof ConnectionError) return context.json({ error: 'Sign-in is not available. Try again.' }, 503)
  if (error instanceof HTTPException) return context.json({ error: error.message }, error.status)
  return context.json({ error: 'Something went wrong.' }, 500)
})
// #endregion

export function start(port: number): Server {
  return serve({ fetch: api.fetch, port }) as Server
}
