/** What a healthy service does not do to the calls of a page: they wait, or they fail before they reach the service. */
export interface Disturbance {
  /** The calls, as method and path. Default: all. */
  readonly calls?: RegExp
  /** Infinity: there is no answer. */
  readonly delayMillis?: number
  /** The status of an answer in place of that of the service. */
  readonly status?: number
  /** Only the first calls. Default: all of them. */
  readonly times?: number
}

const WRITES = /^(?!GET )/
const DOWN = 503
/** The SDK does not repeat a call with this answer. */
const FAILED = 500

const silent: Disturbance = { delayMillis: Infinity }
const down: Disturbance = { status: DOWN }

/** The disturbances by the scenarios that show them. */
export const disturbances: Readonly<Record<string, Disturbance>> = {
  'sign-in-slow': { calls: WRITES, delayMillis: 10_000 },
  'sign-in-loading': silent,
  'sign-in-down': { ...down, delayMillis: 500 },
  'magic-link-slow': { calls: WRITES, delayMillis: 1_500 },
  'magic-link-callback-slow': { calls: WRITES, delayMillis: 10_000 },
  'magic-link-callback-silent': { calls: /check-code/, ...down },
  'oauth-callback-slow': { calls: WRITES, ...silent },
  'cli-auth-confirm-slow': { calls: WRITES, delayMillis: 2_000 },
  'email-verification-down': { calls: /check-code/, ...down },
  'greeting-anonymous-down': down,
  'user-button-down': { ...down, times: 1 },
  'settings-account-slow': { calls: WRITES, delayMillis: 10_000 },
  'settings-loading': silent,
  'settings-down': down,
  // The strict mode of React loads these lists twice.
  'settings-auth-addresses-failed': { calls: /contact-channels/, status: FAILED, times: 2 },
  'settings-auth-no-list': { calls: /passkeys/, status: FAILED, times: 2 },
  'settings-team-failed': { calls: /^GET .*\/teams$/, status: FAILED, times: 1 },
  'settings-team-loading': { calls: /\/team-/, ...silent },
  'settings-keys-failed': { calls: /user-api-keys/, status: FAILED, times: 1 },
  'settings-keys-loading': { calls: /user-api-keys/, ...silent },
  'team-invitation-down': { calls: /check-code/, ...down },
  'team-invitation-loading': { calls: /team-invitations/, ...silent },
  'team-switcher-failed': { calls: /^GET .*\/teams$/, status: FAILED, times: 1 },
  'team-switcher-loading': { calls: /\/teams/, ...silent },
  'team-switcher-refused': { calls: /^PATCH /, status: FAILED },
  'team-switcher-fixed-refused': { calls: /^PATCH /, status: FAILED },
}

/** Returns a `fetch` whose calls meet the disturbance. */
export function disturb(fetch: typeof window.fetch, disturbance: Disturbance = { times: 0 }): typeof window.fetch {
  const { calls = /./, delayMillis = 0, status, times = Infinity } = disturbance
  let left = times
  return async (input, init) => {
    const url = input instanceof Request ? input.url : input.toString()
    if (left <= 0 || !calls.test(`${init?.method ?? 'GET'} ${new URL(url).pathname}`)) return fetch(input, init)
    left -= 1
    if (delayMillis === Infinity) return new Promise(() => {})
    if (delayMillis > 0) await new Promise((resolve) => setTimeout(resolve, delayMillis))
    return status === undefined ? fetch(input, init) : new Response('The network of the component page.', { status })
  }
}
