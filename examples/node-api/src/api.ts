import {
  type AuthenticatedRequest,
  ConnectionError,
  type PorticoServerApp,
  type VerifiedAccessToken,
} from '@portico/client/server'
import { Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

interface Note {
  readonly text: string
  readonly createdAt: Date
}

/** Notes of a user or team without the plan "pro". */
const FREE_NOTES = 3

/** An API whose notes belong to the user or team that calls. */
export function createApi(app: PorticoServerApp<false>, appOrigin: string): Hono<{ Variables: Variables }> {
  const notes = new Map<string, Note[]>()
  const signedIn = requireSignedIn(app)
  const identified = requireCaller(app)
  const api = new Hono<{ Variables: Variables }>()
  api.use(cors({ origin: appOrigin, allowHeaders: ['content-type', 'x-stack-auth'] }))

  // The token contains the name, so this route needs no call to the service.
  api.get('/me', signedIn, (context) => {
    const { userId, expiresAt, partialUser } = context.get('token')
    return context.json({ userId, name: partialUser.displayName ?? partialUser.primaryEmail, expiresAt })
  })

  // For people and for programs: a session, or an API key of a user or a team.
  api.get('/notes', identified, (context) => context.json(notes.get(ownerOf(context.get('caller')).id) ?? []))

  // The plan is that of now, because `authenticateRequest` has read the owner.
  api.post('/notes', identified, async (context) => {
    const owner = ownerOf(context.get('caller'))
    const text = readText(await context.req.json<unknown>().catch(() => null))
    if (!text) return context.json({ error: 'A note needs a text.' }, 400)
    const own = notes.get(owner.id) ?? []
    const isPro = isPlan(owner.serverMetadata, 'pro')
    if (own.length >= FREE_NOTES && !isPro)
      return context.json({ error: `The free plan has ${FREE_NOTES} notes.` }, 402)
    notes.set(owner.id, [...own, { text, createdAt: new Date() }])
    return context.json({ count: own.length + 1 }, 201)
  })

  // Needs a session: a key must not buy anything. Only servers can write `serverMetadata`, so users cannot give
  // themselves the plan.
  api.post('/upgrade', async (context) => {
    const user = await app.getUser({ tokenStore: context.req.raw })
    if (!user) return context.json(signInFirst, 401)
    await user.setServerMetadata({ ...(user.serverMetadata as object), plan: 'pro' })
    return context.json({ plan: 'pro' })
  })

  api.onError((error, context) => {
    if (error instanceof ConnectionError) return context.json({ error: 'Sign-in is not available. Try again.' }, 503)
    process.stderr.write(`${error.stack ?? error.message}\n`)
    return context.json({ error: 'Something went wrong.' }, 500)
  })
  return api
}

interface Variables {
  token: VerifiedAccessToken
  caller: AuthenticatedRequest
}

const signInFirst = { error: 'Sign in first.' }
const identifyFirst = { error: 'Sign in, or send an API key.' }

/** Verifies the access token of the request here, without a call to the service. */
function requireSignedIn(app: PorticoServerApp<false>): MiddlewareHandler<{ Variables: Variables }> {
  return async (context, next) => {
    const token = await app.verifyAccessToken(context.req.raw)
    if (!token) return context.json(signInFirst, 401)
    context.set('token', token)
    return next()
  }
}

/**
 * Identifies the caller by session or API key. Asks the service, so a revoked key and an ended session are refused at
 * once.
 */
function requireCaller(app: PorticoServerApp<false>): MiddlewareHandler<{ Variables: Variables }> {
  return async (context, next) => {
    const caller = await app.authenticateRequest(context.req.raw)
    if (!caller) return context.json(identifyFirst, 401)
    context.set('caller', caller)
    return next()
  }
}

/** Returns whose notes the caller reads and writes. */
function ownerOf(caller: AuthenticatedRequest): { readonly id: string; readonly serverMetadata: unknown } {
  return caller.type === 'team-api-key' ? caller.team : caller.user
}

function readText(body: unknown): string | null {
  return typeof body === 'object' && body !== null && 'text' in body && typeof body.text === 'string' ? body.text : null
}

function isPlan(metadata: unknown, plan: string): boolean {
  return typeof metadata === 'object' && metadata !== null && 'plan' in metadata && metadata.plan === plan
}
