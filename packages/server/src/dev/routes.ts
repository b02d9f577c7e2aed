import { readFileSync } from 'node:fs'

import { Hono, type Context } from 'hono'

import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { page, pageHeaders, servePageStyles, serveStatic, type PageOptions } from '../platform/http/page.ts'
import { codeOf, listTag, toJson } from './inbox.ts'
import { inboxPage, mailPage, mailViews, type MailView } from './inbox-pages.ts'
import { localOnly } from './local-only.ts'
import { lookAlikeRoutes } from './providers/routes.ts'
import { startPage, type DevelopmentSettings } from './start-page.ts'
import { deleteMails, findMail, listEntries, listMails } from './store.ts'
import { randomText } from '../platform/crypto/random.ts'

const NONCE_CHARACTERS = 26
const SCRIPT_PATH = '/dev/pages.js'

const script = readFileSync(new URL('./pages.client.js', import.meta.url), 'utf8')

/**
 * Restricts a mail in its frame. It has no origin, so its content cannot reach the service. It loads no remote content,
 * so opening it is not reported. Its links open in a new tab.
 */
const mailHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

export interface DevelopmentDependencies {
  readonly clock: Clock
  readonly db: Database
  /** The link is null once the service has an owner. */
  readonly firstAdmin: { link(): Promise<string | null> }
  readonly outbox: { idle(): Promise<void> }
  readonly settings: DevelopmentSettings
}

/** The pages and calls of development mode. */
export function devRoutes(dependencies: DevelopmentDependencies): Hono {
  const app = new Hono()
  const { clock, db, firstAdmin, settings } = dependencies
  const isHttps = settings.baseUrl.startsWith('https://')
  const show = (
    context: Context,
    options: Omit<PageOptions, 'language' | 'nonce' | 'script' | 'width'>,
  ): Response | Promise<Response> => {
    const nonce = randomText(NONCE_CHARACTERS)
    const document = page({ ...options, language: 'en', nonce, script: SCRIPT_PATH, width: 'wide' })
    return context.html(document, 200, pageHeaders(nonce, isHttps))
  }

  app.use(
    '/dev/*',
    localOnly((path) => path.startsWith('/dev/providers/')),
  )
  servePageStyles(app, isHttps)
  serveStatic(app, SCRIPT_PATH, 'text/javascript', script, isHttps)

  app.route('/', lookAlikeRoutes(dependencies))

  app.get('/dev', async (context) => {
    const [mails, adminLink] = await Promise.all([db.run(listEntries('')), firstAdmin.link()])
    const content = startPage({ settings, mailCount: mails.length, isAdminMissing: adminLink !== null })
    return show(context, { title: 'Portico is running', content })
  })

  app.get('/dev/inbox', async (context) => {
    const search = (context.req.query('q') ?? '').trim().toLowerCase()
    const entries = await db.run(listEntries(search))
    const tag = listTag(entries)
    if (context.req.header('if-none-match') === tag) return context.body(null, 304)
    context.header('etag', tag)
    const content = inboxPage({ entries, search, now: clock.now(), sendsBySmtp: settings.smtpUrl !== null })
    return show(context, { title: 'Inbox · Portico', content })
  })

  app.get('/dev/inbox/:id{[0-9]{1,15}}', async (context) => {
    const mail = await db.run(findMail(Number(context.req.param('id'))))
    if (!mail) return context.text('This mail is no longer in the inbox.', 404)
    const wanted = context.req.query('view')
    const view: MailView = mailViews.find((candidate) => candidate === wanted) ?? 'html'
    return show(context, { title: `${mail.subject} · Portico`, content: mailPage(mail, view) })
  })

  app.get('/dev/inbox/:id{[0-9]{1,15}}/html', async (context) => {
    const mail = await db.run(findMail(Number(context.req.param('id'))))
    if (!mail) return context.text('This mail is no longer in the inbox.', 404)
    return context.html(mail.html, 200, mailHeaders)
  })

  app.get('/dev/inbox.json', async (context) => {
    await settleMails(dependencies)
    const mails = await db.run(listMails(context.req.query('to')?.trim().toLowerCase() ?? null))
    return context.json({ items: mails.map(toJson) }, 200, { 'cache-control': 'no-store' })
  })

  app.get('/dev/inbox/latest-code.json', async (context) => {
    const to = context.req.query('to')?.trim().toLowerCase()
    if (!to)
      return context.json(
        { error: 'The parameter "to" is missing. Add an address, for example ?to=ada@example.com' },
        400,
      )
    await settleMails(dependencies)
    const found = (await db.run(listMails(to))).map(codeOf).find((code) => code !== null)
    if (!found) return context.json({ error: `No mail to ${to} contains a link with a code.` }, 404)
    return context.json(found, 200, { 'cache-control': 'no-store' })
  })

  app.delete('/dev/inbox.json', async (context) => {
    await db.run(deleteMails())
    return context.json({ success: true })
  })
  return app
}

/**
 * Waits for queued mails, because a test reads a mail right after the call that causes it. Delivery to the inbox takes
 * milliseconds.
 */
async function settleMails({ settings, outbox }: DevelopmentDependencies): Promise<void> {
  if (settings.smtpUrl === null) await outbox.idle()
}
