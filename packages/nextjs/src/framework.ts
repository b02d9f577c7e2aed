import { serverPorts, supportOf, type FrameworkSupport } from '@portico/client/server'
import { cookies, headers } from 'next/headers'
import * as navigation from 'next/navigation'
import { cache } from 'react'

// Not with `in`: Turbopack of Next.js 15 answers it with false.
if (typeof navigation.unstable_rethrow !== 'function') {
  throw new Error('@portico/nextjs needs Next.js 15 or newer. Run `npm install next@latest`.')
}

export const nextSupport: FrameworkSupport = supportOf({
  request: async () => ({ headers: await headers(), cookies: await cookies() }),
  // Outside a render, each call reads.
  share: cache,
  redirect: (to, { replace = false }) => navigation.redirect(to, replace ? 'replace' : 'push'),
  rethrow: navigation.unstable_rethrow,
})

/** The SDK's environment on the server of a Next.js app. */
export const nextPorts = nextSupport.portsOf({
  ...serverPorts,
  /** The system clock. Next.js reports `Date.now()` in a prerender, because its result would be kept; the time of a new file it does not. */
  now: () => new File([], '').lastModified,
  // Next.js ends the calls of a prerender with it. Several renders share a token exchange, so it does not belong to one
  // render.
  fetch: (url, init) => (init.method === 'POST' ? fetchOutsideRender() : fetch)(url, init),
  // For pauses before retries and for nonces, which are no secrets. `Math.random()` is reported too.
  random: () => (performance.now() * 1_000) % 1,
})

/** Next.js replaces `fetch` with one of the render, and keeps the original one in it. */
function fetchOutsideRender(): typeof fetch {
  return (fetch as typeof fetch & { readonly _nextOriginalFetch?: typeof fetch })._nextOriginalFetch ?? fetch
}
