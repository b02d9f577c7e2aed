import { readFileSync } from 'node:fs'

import { Hono } from 'hono'

import { endpoints, openApiSteps } from '@portico/contract'
import { API_PREFIX } from '@portico/contract/limits'

import { runInPieces } from '../platform/http/run-in-pieces.ts'
import { servePageStyles, serveStatic, type Markup } from '../platform/http/page.ts'
import { securityHeaders } from '../platform/http/security-headers.ts'
import { groupsOf, REFERENCE_PATH, type Group } from './groups.ts'
import { groupPage, indexPage, REFERENCE_STYLE_PATH, resultPage } from './pages.ts'
import type { Call, OpenApiDocument } from './schema.ts'
import { findCalls, SEARCH_MAX_CHARACTERS } from './search.ts'

const styleSheet = readFileSync(new URL('./api-reference.css', import.meta.url), 'utf8')

/** The pages run no script, load only their style sheets, and send their search to the service. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

interface ReferenceDependencies {
  readonly settings: { readonly baseUrl: string }
}

/**
 * The pages of the API reference. Each is drawn at its first request, because few processes get one. A search is drawn
 * each time.
 */
export function apiReferenceRoutes({ settings }: ReferenceDependencies): Hono {
  const app = new Hono()
  const { baseUrl } = settings
  const isHttps = baseUrl.startsWith('https://')
  const headers = {
    ...securityHeaders(isHttps),
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'cache-control': 'public, max-age=300',
    'content-type': 'text/html; charset=utf-8',
  }
  const pages = new Map<string, Promise<string>>()
  let read: readonly Group[] | undefined
  servePageStyles(app, isHttps)
  serveStatic(app, REFERENCE_STYLE_PATH, 'text/css', styleSheet, isHttps)
  app.get(`${REFERENCE_PATH}/:group?`, async (context, next) => {
    const { path } = context.req
    const groups = (read ??= groupsOf(endpoints))
    const query = context.req.query('q')?.trim().slice(0, SEARCH_MAX_CHARACTERS) ?? ''
    if (path === REFERENCE_PATH && query !== '') {
      return context.body(await asText(resultPage(groups, query, findCalls(groups, query))), 200, headers)
    }
    const page = pages.get(path) ?? drawPage(groups, path, baseUrl)
    if (page === null) return next()
    pages.set(path, page)
    return context.body(await page, 200, headers)
  })
  return app
}

/** Returns null for a path without a page. */
function drawPage(groups: readonly Group[], path: string, origin: string): Promise<string> | null {
  const baseUrl = `${origin}${API_PREFIX}`
  if (path === REFERENCE_PATH) return inPieces(indexPage(groups, baseUrl))
  const group = groups.find(({ address }) => address === path)
  return group ? inPieces(drawGroup(groups, group, origin, baseUrl)) : null
}

function* drawGroup(groups: readonly Group[], group: Group, origin: string, baseUrl: string): Generator<void, Markup> {
  return yield* groupPage(groups, group, yield* describeCalls(group, origin), baseUrl)
}

/** Describes the calls of one group: the schemas of all calls would take half a second. */
function* describeCalls({ calls, name }: Group, origin: string): Generator<void, readonly Call[]> {
  const own = new Map([...endpoints].filter(([, { tag }]) => tag === name))
  // `openapi.ts` of the contract writes these parts.
  const { paths } = (yield* openApiSteps(own, origin)) as unknown as OpenApiDocument
  return calls.flatMap(({ method, path }) => {
    const operation = paths[path]?.[method.toLowerCase()]
    return operation ? [{ ...operation, method, path }] : []
  })
}

async function inPieces(steps: Generator<void, Markup>): Promise<string> {
  return asText(await runInPieces(steps))
}

async function asText(page: Markup): Promise<string> {
  // Without this, half of a page is the indentation of the source.
  return String(await page).replaceAll(/>\s+</g, '> <')
}
