import { ConnectionError, type PorticoServerApp, type VerifiedAccessToken } from '@portico/client/server'
import { Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

interface Note {
  readonly text: string
  readonly createdAt: Date
}

/** Notes of a user without the plan "pro". */
const FREE_NOTES = 3

/** An API whose routes belong to the user who calls. */
export function createApi(app: PorticoServerApp<false>, appOrigin: string): Hono<{ Variables: Variables }> {
  const notes = new Map<string, Note[]>()
  const signedIn = requireSignedIn(app)
  const api = new Hono<{ Variables: Variables }>()
  api.use(cors({ origin: appOrigin, allowHeaders: ['content-type', 'x-stack-auth'] }))

  // The token contains the user id, so these routes need no call to the service.
  api.get('/notes', signedIn, (context) => context.json(notes.get(context.get('token').userId) ?? []))

  api.get('/me', signedIn, (context) => {
    const { userId, expiresAt, partialUser } = context.get('token')
    return context.json({ userId, name: partialUser.displayName ?? partialUser.primaryEmail, expiresAt })
  })

  // The plan must be that of now, and a session that has ended must not write. So this route reads the user.
  api.post('/notes', async (context) => {
    const user = await app.getUser({ tokenStore: context.req.raw })
    if (!user) return context.json(signInFirst, 401)
    const text = readText(await context.req.json<unknown>().catch(() => null))
    if (!text) return context.json({ error: 'A note needs a text.' }, 400)
    const own = notes.get(user.id) ?? []
    const isPro = isPlan(user.serverMetadata, 'pro')
    if (own.length >= FREE_NOTES && !isPro)
      return context.json({ error: `The free plan has ${FREE_NOTES} notes.` }, 402)
    notes.set(user.id, [...own, { text, createdAt: new Date() }])
    return context.json({ count: own.length + 1 }, 201)
  })

  // Only servers can write `serverMetadata`, so users cannot give themselves the plan.
  api.post('/upgrade', async (context) => {
    const user = await app.getUser({ tokenStore: context.req.raw })
    if (!user) return context.json(signInFirst, 401)
    await user.setServerMetadata({ plan: 'pro' })
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
}

const signInFirst = { error: 'Sign in first.' }

/** Verifies the access token of the request here, without a call to the service. */
function requireSignedIn(app: PorticoServerApp<false>): MiddlewareHandler<{ Variables: Variables }> {
  return async (context, next) => {
    const token = await app.verifyAccessToken(context.req.raw)
    if (!token) return context.json(signInFirst, 401)
    context.set('token', token)
    return next()
  }
}

function readText(body: unknown): string | null {
  return typeof body === 'object' && body !== null && 'text' in body && typeof body.text === 'string' ? body.text : null
}

function isPlan(metadata: unknown, plan: string): boolean {
  return typeof metadata === 'object' && metadata !== null && 'plan' in metadata && metadata.plan === plan
}
