import { oauthProviderIds } from '@portico/contract'
import { Hono } from 'hono'
import { parseAccept } from 'hono/utils/accept'

import type { Mode } from '../kernel/mode.ts'
import { strictTransport } from '../platform/http/security-headers.ts'
import type { MasterSecret } from '../platform/crypto/master-secret.ts'
import { dashboardKey } from '../records/projects/dashboard-keys.ts'
import type { ProjectCache } from '../records/projects/project-cache.ts'
import type { DashboardFiles } from './files.ts'
import { mailPreview, mailPreviewPolicy } from './mail-preview.ts'
import { frameAncestorOf } from './webhook-portal.ts'

export interface DashboardDependencies {
  /** Where apps install our packages from; null: from the npm registry. */
  readonly packagesUrl: string | null
  readonly projects: Pick<ProjectCache, 'get'>
  readonly providers: { isShared(providerId: string): boolean }
  readonly secret: MasterSecret
  readonly settings: { readonly baseUrl: string; readonly mode: Mode }
}

/**
 * Only code, styles and calls of this origin.
 *
 * @param allowed directives of one page
 */
function policyOf(...allowed: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    ...allowed,
    "form-action 'self'",
    "object-src 'none'",
    // No code can write markup or scripts as text.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** Pictures of users may be at a provider. The frame is the preview of mails. */
const policy = `${policyOf("img-src 'self' data: https:", "frame-src 'self'")}; frame-ancestors 'none'`
const portalPolicy = policyOf("img-src 'self'")

/** The pages and files of the dashboard. They come last: every page without another route belongs to the dashboard. */
export function dashboardRoutes(
  { packagesUrl, projects, providers, secret, settings }: DashboardDependencies,
  files: DashboardFiles,
): Hono {
  const app = new Hono()
  const isHttps = settings.baseUrl.startsWith('https://')
  const shared = {
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...strictTransport(isHttps),
  }
  const pageHeaders = {
    ...shared,
    'cache-control': 'no-store',
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
  }
  const document = withSettings(files.index, {
    baseUrl: settings.baseUrl,
    mode: settings.mode,
    packagesUrl,
    publishableClientKey: dashboardKey(secret),
    sharedProviders: oauthProviderIds.filter((id) => providers.isShared(id)),
  })

  app.get('/assets/:name', async (context) => {
    const codings = parseAccept(context.req.header('accept-encoding') ?? '')
    const acceptsBrotli = codings.some(({ q, type }) => q > 0 && type.toLowerCase() === 'br')
    const file = await files.asset(context.req.param('name'), acceptsBrotli)
    if (!file) return context.text('Not found.', 404, { ...shared, 'cache-control': 'no-store' })
    return context.body(file.bytes, 200, {
      ...shared,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': file.type,
      vary: 'accept-encoding',
      ...(file.isCompressed && { 'content-encoding': 'br' }),
    })
  })
  app.get('/mail-preview', (context) =>
    context.html(mailPreview, 200, {
      ...shared,
      'cache-control': 'no-store',
      'content-security-policy': mailPreviewPolicy(settings.baseUrl),
    }),
  )
  app.get('/embed/webhooks/:projectId', async (context) => {
    const cached = await projects.get(context.req.param('projectId'))
    const ancestor = frameAncestorOf(cached?.project ?? null, context.req.query('origin'))
    return context.html(files.webhookPortal, 200, {
      ...pageHeaders,
      'content-security-policy': `${portalPolicy}; frame-ancestors ${ancestor}`,
    })
  })
  // Clients other than browsers accept any type. They get the dashboard at its address, and 404 for a mistyped API
  // call.
  app.get('/', (context) => context.html(document, 200, pageHeaders))
  app.get('*', (context, next) => {
    const isPage = context.req.header('accept')?.includes('text/html') && !isFile(context.req.path)
    return isPage ? Promise.resolve(context.html(document, 200, pageHeaders)) : next()
  })
  return app
}

/** Paths that end in a name with an extension are files, not pages. */
function isFile(path: string): boolean {
  return path.slice(path.lastIndexOf('/')).includes('.')
}

function withSettings(index: string, settings: object): string {
  const content = JSON.stringify(settings).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  // A function, because `$` has a meaning in a replacement text.
  return index.replace('</head>', () => `  <meta name="portico-dashboard" content="${content}" />\n  </head>`)
}
