// #region guard
import { type AuthenticatedRequest, ConnectionError } from '@portico/client/server'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import { portico } from './portico.ts'

/** Accepts a session, or an API key of a user or a team. Asks the service, so an ended session is refused at once. */
const requireCaller: RequestHandler = async (request, response, next) => {
  const caller = await portico.authenticateRequest(request)
  if (!caller) return void response.status(401).json({ error: 'Sign in, or send an API key.' })
  response.locals['caller'] = caller
  next()
}
// #endregion
import type { Server } from 'node:http'
import { ownerOf } from './owner.ts'

// #region routes
const api = express()

type Locals = { caller: AuthenticatedRequest }

api.get('/me', requireCaller, (_request, response: express.Response<object, Locals>) => {
  response.json(ownerOf(response.locals.caller))
})

api.post('/upgrade', requireCaller, async (_request, response: express.Response<object, Locals>) => {
  const { caller } = response.locals
  if (caller.type !== 'session') return void response.status(403).json({ error: 'A key cannot buy anything.' })
  await caller.user.setServerMetadata({ ...(caller.user.serverMetadata as object), plan: 'pro' })
  response.json({ plan: 'pro' })
})
// #endregion

// #region errors
// Express 5 passes errors of asynchronous handlers to the last handler, which needs four parameters.
const answerErrors: ErrorRequestHandler = (error, _request, response, _next) => {
  const isOffline = error instanceof ConnectionError
  response
    .status(isOffline ? 503 : 500)
    .json({ error: isOffline ? 'Sign-in is not available. Try again.' : 'Something went wrong.' })
}
api.use(answerErrors)
// #endregion

export function start(port: number): Server {
  return api.listen(port)
}
