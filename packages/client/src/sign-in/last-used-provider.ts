/** The `localStorage` key of the provider of the last sign-in in this browser, for the badge on its button. */
export const LAST_USED_PROVIDER_KEY = '_STACK_AUTH.lastUsed'
