/** Where the last provider somebody signed in with is remembered, for the badge on its button. */
export const LAST_USED_PROVIDER_KEY = '_STACK_AUTH.lastUsed'
