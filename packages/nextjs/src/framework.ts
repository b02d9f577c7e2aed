import { defaultPorts, type Ports } from '@portico/client/server'
import { cookies, headers } from 'next/headers'
import * as navigation from 'next/navigation'
import { cache } from 'react'

if (!('unstable_rethrow' in navigation)) {
  throw new Error('@portico/nextjs needs Next.js 15 or newer. Run `npm install next@latest`.')
}

/** The clock of the process. Next.js reports `Date.now()` and `Math.random()` in a prerender, because their results would be kept. */
const now = (): number => Math.round(performance.timeOrigin + performance.now())

/** The environment of the SDK on the server of a Next.js app. */
export const nextPorts: Ports = {
  ...defaultPorts,
  now,
  // Next.js ends the calls of a prerender with it. Other renders share an exchange of a token, so that one is not of a render.
  fetch: (url, init) => (init.method === 'POST' ? fetchOutsideRender() : fetch)(url, init),
  // For pauses before retries and for nonces, which are no secrets.
  random: () => (performance.now() * 1_000) % 1,
  framework: {
    request: async () => ({ headers: await headers(), cookies: await cookies() }),
    // Outside a render, each call reads.
    share: cache,
    redirect: (to, { replace = false }) => navigation.redirect(to, replace ? 'replace' : 'push'),
  },
}

/** Next.js replaces `fetch` with one of the render, and keeps the original one in it. */
function fetchOutsideRender(): typeof fetch {
  return (fetch as typeof fetch & { readonly _nextOriginalFetch?: typeof fetch })._nextOriginalFetch ?? fetch
}

/** Of the app in the JSON for pages. Random text would be reported in a prerender too. */
export const APP_IDENTIFIER = 'nextjs'

/** Returns undefined for a failed read, so that the browser reads for itself. What Next.js throws to itself passes through. */
export async function orUndefined<Value>(read: Promise<Value>): Promise<Value | undefined> {
  try {
    return await read
  } catch (error) {
    navigation.unstable_rethrow(error)
    return undefined
  }
}
