/**
 * Returns whether this is a render on a server. React Native has a `window` without a `document`: it serves one user
 * and loads data itself, like a browser. Bundlers inline an expression, so that it costs the sign-in page nothing.
 */
export const isServer = (): boolean => typeof window === 'undefined'
