/** The `localStorage` key for the provider last used in this browser, for the badge on its button. */
export const LAST_USED_PROVIDER_KEY = '_STACK_AUTH.lastUsed'
