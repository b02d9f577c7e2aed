/** The limits that only code loaded on demand needs; see `limits.ts`. */
export const OAUTH_STATE_COOKIE_SECONDS = 3_600
export const CLI_POLL_WAIT_MILLIS = 2_000
export const PASSKEY_USER_ID_MAX_BYTES = 64
/** Stands in the options of a passkey ceremony where the page puts its own host name. */
export const PASSKEY_RP_ID_PLACEHOLDER = 'THIS_VALUE_WILL_BE_REPLACED.example.com'
