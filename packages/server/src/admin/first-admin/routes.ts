import { readFileSync } from 'node:fs'

import { newPassword, parsePart, strictEmail } from '@portico/contract'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'

import { readBody, type BodySource } from '../../platform/http/body.ts'
import type { BodyBudget } from '../../platform/http/body-budget.ts'
import { addressBlock, clientAddress, type ConnectionInfo } from '../../platform/http/client-address.ts'
import { Forbidden, PlainError, RateLimited } from '../../kernel/errors.ts'
import { anyone } from '../../api/access.ts'
import type { Declaration } from '../../api/declaration.ts'
import { DeclaredLimits } from '../../api/declared-limits.ts'
import { requireOwnPage } from '../../api/own-page.ts'
import { mark, page, pageHeaders, servePageStyles, serveStatic, type Markup } from '../../platform/http/page.ts'
import type { FirstAdmin } from './first-admin.ts'
import { randomText } from '../../platform/crypto/random.ts'
import type { Cidr } from '../../kernel/cidr.ts'
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts'

const SCRIPT_PATH = '/first-admin/form.js'
const NONCE_CHARACTERS = 26
const BODY_MAX_BYTES = 8_192

const script = readFileSync(new URL('./form.client.js', import.meta.url), 'utf8')
const requestBody = z.strictObject({ secret: z.string().max(200), email: strictEmail, password: newPassword })

/**
 * The rules of the form's endpoint, enforced by the code that enforces those of the API. The endpoint is no route of the API:
 * only the page calls it, outside of every project, so it has no access types.
 */
const declaration: Declaration<unknown, unknown, unknown> = { allow: anyone, limit: 'useCode' }

type Environment = { Bindings: { connection?: ConnectionInfo } }

export interface FirstAdminPageDependencies {
  readonly bodyBudget: BodyBudget
  readonly limiter: RateLimiter
  readonly settings: {
    readonly baseUrl: string
    readonly dashboardUrl: string
    readonly trustedProxies: readonly Cidr[]
  }
}

/** The page of the first-admin link and the endpoint of its form. */
export function firstAdminRoutes(
  { bodyBudget, limiter, settings }: FirstAdminPageDependencies,
  firstAdmin: FirstAdmin,
): Hono<Environment> {
  const app = new Hono<Environment>()
  const isHttps = settings.baseUrl.startsWith('https://')
  servePageStyles(app)
  serveStatic(app, SCRIPT_PATH, 'text/javascript', script)

  app.get('/first-admin', async (context) => {
    const isClosed = (await firstAdmin.link()) === null
    const nonce = randomText(NONCE_CHARACTERS)
    const document = page({
      title: 'First admin · Portico',
      content: isClosed ? closed(settings.dashboardUrl) : form(settings.dashboardUrl),
      nonce,
      width: 'narrow',
      ...(!isClosed && { script: SCRIPT_PATH }),
    })
    return context.html(document, 200, pageHeaders(nonce, isHttps))
  })

  app.post('/first-admin', async (context) => {
    const { headers } = context.req.raw
    const peer = context.env?.connection?.remoteAddress ?? '127.0.0.1'
    const address = clientAddress(peer, headers.get('x-forwarded-for'), settings.trustedProxies)
    await refuseOtherPages(firstAdmin, settings, context.req.raw, address)
    await enforceLimit(limiter, firstAdmin, address)
    const share = bodyBudget.open()
    try {
      const source = { incoming: context.env?.connection?.incoming, share }
      await firstAdmin.create(await readRequest(context.req.raw, source), address)
    } finally {
      share.release()
    }
    return context.json({ success: true }, 200, { 'cache-control': 'no-store' })
  })
  return app
}

/** @throws RateLimited, after it was recorded */
async function enforceLimit(limiter: RateLimiter, firstAdmin: FirstAdmin, address: string): Promise<void> {
  const caller = { projectId: 'internal', addressBlock: addressBlock(address), isBackend: false, userId: null }
  try {
    await new DeclaredLimits(limiter, declaration, caller).countBeforeValidation()
  } catch (error) {
    if (error instanceof RateLimited) await firstAdmin.reportLimit(address, error)
    throw error
  }
}

/**
 * Stops other websites from guessing secrets through a visitor's browser (CSRF).
 *
 * @throws Forbidden, after it was recorded
 */
async function refuseOtherPages(
  firstAdmin: FirstAdmin,
  settings: FirstAdminPageDependencies['settings'],
  request: Request,
  address: string,
): Promise<void> {
  try {
    requireOwnPage(settings, request)
  } catch (error) {
    if (error instanceof Forbidden) await firstAdmin.refuse(address, 'OTHER_WEBSITE', error)
    throw error
  }
}

async function readRequest(request: Request, source: BodySource): Promise<z.output<typeof requestBody>> {
  const body = await readBody(request, { maxBytes: BODY_MAX_BYTES }, source)
  const parsed = parsePart('body', requestBody, body)
  if (!parsed.ok) throw new PlainError(400, parsed.lines.join('\n'))
  return parsed.value
}

function form(dashboardUrl: string): Markup {
  return html`<div class="card">
    ${mark}
    <div id="start">
      <h1>Become the first admin</h1>
      <p class="soft">Your account will own the project “internal” and every project without an owner.</p>
      <form id="form" novalidate>
        <div class="field">
          <label for="email">E-mail</label>
          <input
            id="email"
            name="email"
            type="email"
            autocomplete="username"
            aria-describedby="email-problem"
            autofocus
          />
          <p class="problem" id="email-problem" role="alert"></p>
        </div>
        <div class="field">
          <label for="password">Password</label>
          <div class="password">
            <input
              id="password"
              name="password"
              type="password"
              autocomplete="new-password"
              aria-describedby="password-hint password-problem"
            />
            <button class="quiet-button" type="button" id="reveal" aria-pressed="false" aria-controls="password">
              Show
            </button>
          </div>
          <p class="hint" id="password-hint">At least 8 characters; a sentence is best.</p>
          <p class="problem" id="password-problem" role="alert"></p>
        </div>
        <p class="problem" id="problem" role="alert"></p>
        <button class="button" type="submit">Create account</button>
      </form>
    </div>
    <div id="done" role="status" hidden>
      <h1>You are the first admin</h1>
      <p class="soft">
        The link no longer works. Sign in with your email address and password, then verify the address in your account
        settings.
      </p>
      <a class="button" href="${dashboardUrl}">Continue</a>
    </div>
    <noscript><p class="problem">This page requires JavaScript to read the secret from the link.</p></noscript>
  </div>`
}

function closed(dashboardUrl: string): Markup {
  return html`<div class="card">
    ${mark}
    <h1>This link is closed</h1>
    <p class="soft">
      The first-admin link works once. Ask an owner of this service to add you. If the service no longer has an owner,
      its operator can create a new link.
    </p>
    <p><a href="${dashboardUrl}">Go to the service</a></p>
  </div>`
}
