import { serverPorts, supportOf, type FrameworkSupport } from '@portico/client/server'
import { cookies, headers } from 'next/headers'
import * as navigation from 'next/navigation'
import { cache } from 'react'

// Not with `in`, which is always false with Turbopack of Next.js 15.
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
  /**
   * The system clock. In a prerender, Next.js reports `Date.now()` as an error, because its result would be kept, but
   * not the time of a new file.
   */
  now: () => new File([], '').lastModified,
  // Next.js aborts the calls of a prerender when the prerender ends. Several renders share a token exchange, so it must
  // not belong to one of them.
  fetch: (url, init) => (init.method === 'POST' ? fetchOutsideRender() : fetch)(url, init),
  // For pauses before retries and for nonces, which are not secret. Next.js reports `Math.random()` too.
  random: () => (performance.now() * 1_000) % 1,
})

/** Returns the original `fetch`. Next.js replaces `fetch` with one of the render, which contains the original one. */
function fetchOutsideRender(): typeof fetch {
  return (fetch as typeof fetch & { readonly _nextOriginalFetch?: typeof fetch })._nextOriginalFetch ?? fetch
}
