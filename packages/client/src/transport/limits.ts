/**
 * The limits of the specification (section 9) that the SDK needs at first paint. `@portico/contract` has them too, but
 * browser code imports only types from it; `limits.test.ts` compares the two.
 */
export const ACCESS_TOKEN_FRESHNESS_MILLIS = 20_000
export const ACCESS_TOKEN_REQUIRED_EXPIRY_LIMIT_MILLIS = 60_000
export const REFRESH_COOKIE_SECONDS = 31_536_000
export const ACCESS_COOKIE_SECONDS = 86_400
export const COOKIE_POLL_MILLIS = 100
export const REDIRECT_WAIT_MILLIS = 2_000
export const NETWORK_ATTEMPTS = 5
export const NETWORK_RETRY_BASE_MILLIS = 1_000
export const MAX_WAIT_MILLIS = 2 ** 31 - 1
export const CACHE_DROP_MILLIS = 5_000
export const CACHE_REFRESH_THROTTLE_MILLIS = 300
export const DEFAULT_HANDLER_PATH = '/handler'
export const API_PREFIX = '/api/v1'
