// #region guard
import { type AuthenticatedRequest, ConnectionError } from '@portico/client/server'
import fastify, { type FastifyRequest } from 'fastify'
import { portico } from './portico.ts'

/** Accepts a session, or an API key of a user or a team. Asks the service, so an ended session is refused at once. */
async function requireCaller(request: FastifyRequest): Promise<void> {
  const caller = await portico.authenticateRequest(request)
  if (!caller) throw createError(401, 'Sign in, or send an API key.')
  request.setDecorator('caller', caller)
}

/** Fastify answers with the status code of an error. */
function createError(statusCode: number, message: string): Error {
  return Object.assign(new Error(message), { statusCode })
}
// #endregion
import type { Server } from 'node:http'
import { ownerOf } from './owner.ts'

// #region routes
const api = fastify()
api.decorateRequest('caller', null)
// All routes of this instance require a caller.
api.addHook('onRequest', requireCaller)

api.get('/me', (request) => ownerOf(request.getDecorator<AuthenticatedRequest>('caller')))

api.post('/upgrade', async (request) => {
  const caller = request.getDecorator<AuthenticatedRequest>('caller')
  if (caller.type !== 'session') throw createError(403, 'A key cannot buy anything.')
  await caller.user.setServerMetadata({ ...(caller.user.serverMetadata as object), plan: 'pro' })
  return { plan: 'pro' }
})
// #endregion

// #region errors
api.setErrorHandler((error) => {
  throw error instanceof ConnectionError ? createError(503, 'Sign-in is not available. Try again.') : error
})
// #endregion

export async function start(port: number): Promise<Server> {
  await api.listen({ port })
  return api.server
}
