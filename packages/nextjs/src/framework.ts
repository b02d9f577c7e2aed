import { defaultPorts, supportOf, type Ports } from '@portico/client/server'
import { cookies, headers } from 'next/headers'
import * as navigation from 'next/navigation'
import { cache } from 'react'

// Not with `in`: Turbopack of Next.js 15 answers it with false.
if (typeof navigation.unstable_rethrow !== 'function') {
  throw new Error('@portico/nextjs needs Next.js 15 or newer. Run `npm install next@latest`.')
}

/** The system clock. Next.js reports `Date.now()` in a prerender, because its result would be kept; the time of a new file it does not. */
const now = (): number => new File([], '').lastModified

/** What Next.js has thrown, by the headers of the answer in its place. */
const thrown = new WeakMap<Headers, unknown>()

/** The environment of the SDK on the server of a Next.js app. */
export const nextPorts: Ports = {
  ...defaultPorts,
  now,
  // Next.js ends the calls of a prerender with it. Other renders share an exchange of a token, so that one is not of a render.
  fetch: async (url, init) => {
    try {
      return await (init.method === 'POST' ? fetchOutsideRender() : fetch)(url, init)
    } catch (error) {
      if (!isOfNext(error)) throw error
      // Next.js ends a static render in this way. As a failure of the network, the call would be repeated.
      const response = new Response(null, { status: 500 })
      thrown.set(response.headers, error)
      return response
    }
  },
  // For pauses before retries and for nonces, which are no secrets. `Math.random()` is reported too.
  random: () => (performance.now() * 1_000) % 1,
  framework: supportOf({
    request: async () => ({ headers: await headers(), cookies: await cookies() }),
    // Outside a render, each call reads.
    share: cache,
    redirect: (to, { replace = false }) => navigation.redirect(to, replace ? 'replace' : 'push'),
  }),
  rethrow: (headers) => {
    if (thrown.has(headers)) throw thrown.get(headers)
  },
}

/** Next.js replaces `fetch` with one of the render, and keeps the original one in it. */
function fetchOutsideRender(): typeof fetch {
  return (fetch as typeof fetch & { readonly _nextOriginalFetch?: typeof fetch })._nextOriginalFetch ?? fetch
}

/** Of the app in the JSON for pages. Random text would be reported in a prerender too. */
export const APP_IDENTIFIER = 'nextjs'

/** Returns undefined for a failed read, so that the browser reads for itself. Rethrows the own errors of Next.js, such as redirects. */
export async function orUndefined<Value>(read: Promise<Value>): Promise<Value | undefined> {
  try {
    return await read
  } catch (error) {
    navigation.unstable_rethrow(error)
    return undefined
  }
}

function isOfNext(error: unknown): boolean {
  try {
    navigation.unstable_rethrow(error)
    return false
  } catch {
    return true
  }
}
