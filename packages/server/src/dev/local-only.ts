import { createMiddleware } from 'hono/factory'

import { isLoopback } from '../platform/http/loopback.ts'

const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Required on calls that change something. Forms and links of other websites cannot send it (CSRF). */
const DEV_HEADER = 'x-portico-dev'

/** Headers that proxies and tunnels add. Browsers do not send them, and websites cannot make a browser send them. */
const forwardingHeader = /^(?:forwarded|x-forwarded-.+|via|x-real-ip|true-client-ip|cf-.+)$/

/**
 * Accepts requests only from pages of this machine.
 *
 * The service listens on loopback, but every website in the developer's browser can reach loopback too:
 * - A website whose name resolves to 127.0.0.1 (DNS rebinding) has a foreign `Host` header.
 * - A website that posts across origins has a foreign `Origin`, and cannot send our header without a preflight.
 * - A proxy or tunnel on this machine, which would publish every mail, adds forwarding headers or has a foreign host
 *   name.
 */
export function localOnly(
  /** Whether the path accepts plain forms, from its page or from another program. */
  takesForms: (path: string) => boolean = () => false,
): ReturnType<typeof createMiddleware> {
  return createMiddleware(async ({ req }, next) => {
    const url = new URL(req.url)
    const host = URL.parse(`http://${req.header('host') ?? url.host}`)
    if (!host || !isLoopback(host.hostname) || !isLoopback(url.hostname)) {
      return refuse('Development pages are only available under a loopback name, such as localhost.')
    }
    if ([...req.raw.headers.keys()].some((name) => forwardingHeader.test(name))) {
      return refuse(
        'Development pages are only available on this machine. This request came through a proxy or tunnel. Open the page under localhost.',
      )
    }
    if (changing.has(req.method)) {
      const origin = req.header('origin')
      const isOwnPage = origin === undefined || origin === `${url.protocol}//${host.host}`
      if (takesForms(url.pathname)) {
        // Browsers send the origin of every posted form, so a request without `Origin` does not come from a page.
        return isOwnPage ? next() : refuse('Only the development pages can send this form.')
      }
      const isJson = req.header('content-type')?.split(';', 1)[0]?.trim() === 'application/json'
      if (!isOwnPage || !isJson || req.header(DEV_HEADER) === undefined) {
        return refuse(
          `Changes require the header ${DEV_HEADER}: 1, the content type application/json and no foreign Origin.`,
        )
      }
    }
    return next()
  })
}

function refuse(sentence: string): Response {
  return new Response(sentence, { status: 403, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
