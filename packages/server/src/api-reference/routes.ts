import { readFileSync } from 'node:fs'

import { Hono } from 'hono'

import { getOpenApiDocument } from '../flows/service/openapi-document.ts'
import { servePageStyles, serveStatic, type Markup } from '../platform/http/page.ts'
import { securityHeaders } from '../platform/http/security-headers.ts'
import { groupPage, groupsOf, indexPage, REFERENCE_PATH, REFERENCE_STYLE_PATH, type Group } from './pages.ts'
import type { OpenApiDocument } from './schema.ts'

const styleSheet = readFileSync(new URL('./api-reference.css', import.meta.url), 'utf8')

/** The pages run no script and load only their style sheets. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface ReferenceDependencies {
  readonly settings: { readonly baseUrl: string }
}

/** The pages of the API reference. Each is drawn at its first request, because few processes get one. */
export function apiReferenceRoutes({ settings }: ReferenceDependencies): Hono {
  const app = new Hono()
  const isHttps = settings.baseUrl.startsWith('https://')
  const headers = {
    ...securityHeaders(isHttps),
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'cache-control': 'public, max-age=300',
    'content-type': 'text/html; charset=utf-8',
  }
  const pages = new Map<string, Promise<string>>()
  let reference: Reference | undefined
  servePageStyles(app, isHttps)
  serveStatic(app, REFERENCE_STYLE_PATH, 'text/css', styleSheet, isHttps)
  app.get(`${REFERENCE_PATH}/:group?`, async (context, next) => {
    const { path } = context.req
    reference ??= readReference(settings.baseUrl)
    const page = pages.get(path) ?? drawPage(reference, path)
    if (page === null) return next()
    pages.set(path, page)
    return context.body(await page, 200, headers)
  })
  return app
}

interface Reference {
  readonly baseUrl: string
  readonly groups: readonly Group[]
}

function readReference(origin: string): Reference {
  // `openapi.ts` of the contract writes these parts.
  const document = getOpenApiDocument(origin) as unknown as OpenApiDocument
  return { baseUrl: document.servers[0].url, groups: groupsOf(document) }
}

/** Returns null if the path is that of no page. */
function drawPage({ baseUrl, groups }: Reference, path: string): Promise<string> | null {
  if (path === REFERENCE_PATH) return asText(indexPage(groups, baseUrl))
  const group = groups.find(({ address }) => address === path)
  return group ? asText(groupPage(groups, group, baseUrl)) : null
}

async function asText(page: Markup): Promise<string> {
  // The indentation of the source is half of a page.
  return String(await page).replaceAll(/>\s+</g, '> <')
}
