import { createMiddleware } from 'hono/factory'

import { isLoopback } from '../platform/http/loopback.ts'

const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Sent by our own pages and tools with every call that changes something. No form and no link can send it. */
const DEV_HEADER = 'x-portico-dev'

/** What proxies and tunnels add. A browser on this machine sends none of them, and a site cannot make it do so. */
const forwardingHeader = /^(?:forwarded|x-forwarded-.+|via|x-real-ip|true-client-ip|cf-.+)$/

/**
 * Lets only this machine's own pages in.
 *
 * The service listens on loopback, but every website in the developer's browser can reach that too. A site that points
 * its own name at 127.0.0.1 is told by the Host header; one that posts across origins by Origin and by the header it
 * cannot send without asking first. A proxy or tunnel on this machine, which would show every mail to the world, is told by
 * what it adds to a request, or by the name it is reached under.
 */
export function localOnly(
  /** Below these paths are pages with plain forms, and endpoints that other programs post forms to. */
  takesForms: (path: string) => boolean = () => false,
): ReturnType<typeof createMiddleware> {
  return createMiddleware(async ({ req }, next) => {
    const url = new URL(req.url)
    const host = URL.parse(`http://${req.header('host') ?? url.host}`)
    if (!host || !isLoopback(host.hostname) || !isLoopback(url.hostname)) {
      return refuse('Development pages answer to the names of this machine only, such as localhost.')
    }
    if ([...req.raw.headers.keys()].some((name) => forwardingHeader.test(name))) {
      return refuse(
        'Development pages are for this machine only, and this request came through a proxy or tunnel. Open them on the machine itself, under localhost.',
      )
    }
    if (changing.has(req.method)) {
      const origin = req.header('origin')
      const isOwnPage = origin === undefined || origin === `${url.protocol}//${host.host}`
      if (takesForms(url.pathname)) {
        // A browser names the origin of every form it posts, so what has no Origin is no page.
        return isOwnPage ? next() : refuse('Forms may come from the development pages themselves only.')
      }
      const isJson = req.header('content-type')?.split(';', 1)[0]?.trim() === 'application/json'
      if (!isOwnPage || !isJson || req.header(DEV_HEADER) === undefined) {
        return refuse(
          `Changes need the header ${DEV_HEADER}: 1, the content type application/json and no foreign Origin.`,
        )
      }
    }
    return next()
  })
}

function refuse(sentence: string): Response {
  return new Response(sentence, { status: 403, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
