/** A disturbance of the calls of a page: they wait, or they fail before they reach the service. */
export interface Disturbance {
  /** The calls, as method and path. Default: all. */
  readonly calls?: RegExp
  /** Infinity: there is no answer. */
  readonly delayMillis?: number
  /** The status with which an answer replaces the service's. */
  readonly status?: number
  /** Ends with the first press of a button. */
  readonly untilPressed?: boolean
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
  'user-button-down': { ...down, untilPressed: true },
  'settings-account-slow': { calls: WRITES, delayMillis: 10_000 },
  'settings-loading': silent,
  'settings-down': down,
  'settings-auth-addresses-failed': { calls: /contact-channels/, status: FAILED, untilPressed: true },
  'settings-auth-no-list': { calls: /passkeys/, status: FAILED, untilPressed: true },
  'settings-team-failed': { calls: /^GET .*\/teams$/, status: FAILED, untilPressed: true },
  'settings-team-loading': { calls: /\/team-/, ...silent },
  'settings-keys-failed': { calls: /user-api-keys/, status: FAILED, untilPressed: true },
  'settings-keys-loading': { calls: /user-api-keys/, ...silent },
  'team-invitation-down': { calls: /check-code/, ...down },
  'team-invitation-loading': { calls: /team-invitations/, ...silent },
  'user-invitation-down': { calls: /check-code/, ...down, untilPressed: true },
  'team-switcher-failed': { calls: /^GET .*\/teams$/, status: FAILED, untilPressed: true },
  'team-switcher-loading': { calls: /\/teams/, ...silent },
  'team-switcher-refused': { calls: /^PATCH /, status: FAILED },
  'team-switcher-fixed-refused': { calls: /^PATCH /, status: FAILED },
}

/** Returns a `fetch` that applies the disturbance to its calls. */
export function disturb(fetch: typeof window.fetch, disturbance?: Disturbance): typeof window.fetch {
  if (!disturbance) return fetch
  const { calls = /./, delayMillis = 0, status, untilPressed = false } = disturbance
  let isOver = false
  if (untilPressed) window.addEventListener('click', () => (isOver = true), { capture: true, once: true })
  return async (input, init) => {
    const url = input instanceof Request ? input.url : input.toString()
    if (isOver || !calls.test(`${init?.method ?? 'GET'} ${new URL(url).pathname}`)) return fetch(input, init)
    if (delayMillis === Infinity) return new Promise(() => {})
    if (delayMillis > 0) await new Promise((resolve) => setTimeout(resolve, delayMillis))
    return status === undefined ? fetch(input, init) : new Response('The network of the component page.', { status })
  }
}
