import { readFileSync } from 'node:fs'

import {
  countPasswordCodePoints,
  newPassword,
  parsePart,
  PASSWORD_MAX_CODE_POINTS,
  strictEmail,
} from '@portico/contract'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'

import { readBody, type BodySource } from '../../platform/http/body.ts'
import type { BodyBudget } from '../../platform/http/body-budget.ts'
import { addressBlock, clientAddress, isTrustedProxy, type ConnectionInfo } from '../../platform/http/client-address.ts'
import { endUserOf } from '../../platform/http/end-user.ts'
import { Forbidden, KnownError, PlainError, RateLimited } from '../../kernel/errors.ts'
import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import { anyone } from '../../api/rules/access.ts'
import type { Declaration } from '../../api/rules/declaration.ts'
import { DeclaredLimits } from '../../api/pipeline/declared-limits.ts'
import { requireOwnPage } from '../../api/pipeline/own-page.ts'
import { readSessionCookies, setSessionCookie } from '../../flows/dashboard-session/cookie.ts'
import { page, pageHeaders, servePageStyles, serveStatic, type Markup } from '../../platform/http/page.ts'
import type { FirstAdminTexts } from '../../texts/en/first-admin.ts'
import { preferredLanguage, textsOf } from '../../language/languages.ts'
import { errorSentence } from '../../api/pages/error-sentence.ts'
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
 * The rules for the form's endpoint, which the same code enforces as those of the API. The endpoint is not a route of
 * the API, because only the page calls it, outside of every project. It therefore has no access types.
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
    readonly countryHeader: string | null
  }
}

/** The page of the first-admin link and the endpoint of its form. */
export function firstAdminRoutes(
  { bodyBudget, limiter, settings }: FirstAdminPageDependencies,
  firstAdmin: FirstAdmin,
): Hono<Environment> {
  const app = new Hono<Environment>()
  const isHttps = settings.baseUrl.startsWith('https://')
  const dashboardOrigin = new URL(settings.dashboardUrl).origin
  servePageStyles(app, isHttps)
  serveStatic(app, SCRIPT_PATH, 'text/javascript', script, isHttps)

  app.get('/first-admin', async (context) => {
    const language = preferredLanguage(context.req.raw.headers.get('accept-language'))
    const { firstAdmin: texts } = textsOf(language)
    const isClosed = (await firstAdmin.link()) === null
    const nonce = randomText(NONCE_CHARACTERS)
    const document = page({
      language,
      title: texts.title,
      content: isClosed ? closed(texts, settings.dashboardUrl) : form(texts, settings.dashboardUrl),
      nonce,
      width: 'narrow',
      ...(!isClosed && { script: SCRIPT_PATH }),
    })
    return context.html(document, 200, {
      ...pageHeaders(nonce, isHttps),
      'content-language': language,
      vary: 'Accept-Language',
    })
  })

  app.post('/first-admin', async (context) => {
    const { headers } = context.req.raw
    const peer = context.env?.connection?.remoteAddress ?? '127.0.0.1'
    const address = clientAddress(peer, headers.get('x-forwarded-for'), settings.trustedProxies)
    await refuseOtherPages(firstAdmin, settings, context.req.raw, address)
    const share = bodyBudget.open()
    try {
      await enforceLimit(limiter, firstAdmin, address)
      const source = { incoming: context.env?.connection?.incoming, share }
      const endUser = endUserOf(headers, address, {
        isProxyTrusted: isTrustedProxy(peer, settings.trustedProxies),
        countryHeader: settings.countryHeader,
      })
      const body = await readRequest(context.req.raw, source)
      // The dashboard does not get the cookie of a page at another origin, such as another name of this computer.
      const cookieTokens =
        // guard: the first admin gets a session only on the origin of the dashboard
        //   (keep `readSessionCookies(settings.baseUrl, headers)`) [first-admin]
        headers.get('origin') === dashboardOrigin ? readSessionCookies(settings.baseUrl, headers) : null
      const refreshToken = await firstAdmin.create(body, address, endUser, cookieTokens)
      if (refreshToken !== null) context.header('set-cookie', setSessionCookie(settings.baseUrl, refreshToken))
      return context.json({}, 200, { 'cache-control': 'no-store' })
    } catch (error) {
      throw inLanguageOfPage(error, headers)
    } finally {
      share.release()
    }
  })
  return app
}

/** Translates an error into the language of the page that shows it. Code and status stay the same. */
function inLanguageOfPage(error: unknown, headers: Headers): unknown {
  const texts = textsOf(preferredLanguage(headers.get('accept-language')))
  const sentence = errorSentence(error, texts)
  // The message of an outage is for the log.
  if (sentence !== null && error instanceof Error && !(error instanceof StoreUnavailable)) error.message = sentence
  return error
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
  if (!parsed.ok) throw findTypedProblem(body) ?? new PlainError(400, parsed.lines.join('\n'))
  return parsed.value
}

/** What a person can type into the form, but the service does not accept. The page shows it. */
function findTypedProblem(body: unknown): KnownError | PlainError | null {
  const typed = z.object({ email: z.string(), password: z.string() }).safeParse(body)
  if (!typed.success) return null
  const { email, password } = typed.data
  if (!strictEmail.safeParse(email).success) {
    return new PlainError(400, ({ firstAdmin }) => firstAdmin.script.emailMalformed)
  }
  return countPasswordCodePoints(password) > PASSWORD_MAX_CODE_POINTS
    ? new KnownError('PASSWORD_TOO_LONG', { maxLength: PASSWORD_MAX_CODE_POINTS })
    : null
}

/** The name of the product, where the sign-in page has the name of the project. */
const product = html`<p class="product">Portico</p>`

/** Both states of the button that shows the password; the style sheet shows one. */
const eye = html`<svg class="eye" viewBox="0 0 24 24" aria-hidden="true">
  <path
    d="M2.06 12.35a1 1 0 0 1 0-.7 10.75 10.75 0 0 1 19.88 0 1 1 0 0 1 0 .7 10.75 10.75 0 0 1-19.88 0M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6"
  />
  <path
    d="M10.73 5.08a10.74 10.74 0 0 1 11.21 6.57 1 1 0 0 1 0 .7 10.75 10.75 0 0 1-1.45 2.49M14.08 14.16a3 3 0 0 1-4.24-4.24M17.48 17.5a10.75 10.75 0 0 1-15.42-5.15 1 1 0 0 1 0-.7 10.75 10.75 0 0 1 4.45-5.14M2 2l20 20"
  />
</svg>`

function form(texts: FirstAdminTexts, dashboardUrl: string): Markup {
  return html`<div class="card">
    ${product}
    <h1>${texts.heading}</h1>
    <p class="soft">${texts.lead}</p>
    <form id="form" data-next="${dashboardUrl}" data-texts="${JSON.stringify(texts.script)}" novalidate>
      <div class="field">
        <label for="email">${texts.email}</label>
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
        <label for="password">${texts.password}</label>
        <div class="password">
          <input
            id="password"
            name="password"
            type="password"
            autocomplete="new-password"
            aria-describedby="password-hint password-problem"
          />
          <button
            type="button"
            class="reveal"
            id="reveal"
            aria-controls="password"
            aria-label="${texts.script.showPassword}"
            title="${texts.script.showPassword}"
          >
            ${eye}
          </button>
        </div>
        <p class="hint" id="password-hint">${texts.passwordHint}</p>
        <p class="problem" id="password-problem" role="alert"></p>
      </div>
      <p class="problem" id="problem" role="alert"></p>
      <button class="button" type="submit">${texts.script.create}</button>
    </form>
    <noscript><p class="problem">${texts.scriptRequired}</p></noscript>
  </div>`
}

function closed({ closed: texts }: FirstAdminTexts, dashboardUrl: string): Markup {
  return html`<div class="card">
    ${product}
    <h1>${texts.heading}</h1>
    <p class="soft">${texts.lead}</p>
    <a class="button" href="${dashboardUrl}">${texts.dashboard}</a>
  </div>`
}
