import type { Mutation } from './mutation.ts'

/** Checks of the SDK and the pages in the browser. */
export const browserMutations: readonly Mutation[] = [
  {
    check: 'a page does not work in a frame of another origin',
    file: 'packages/react/src/handler/framing.ts',
    text: 'return ancestorOriginsOf(view).some((origin) => !trusted.includes(origin))',
    becomes: 'return ancestorOriginsOf(view).every((origin) => !trusted.includes(origin))',
    tests: ['react/src/handler/framing.test'],
  },
  {
    check: 'an unreadable ancestor counts as another origin',
    file: 'packages/react/src/handler/framing.ts',
    text: 'frame = frame.parent) origins.push(readOrigin(frame.parent))',
    becomes: 'frame = frame.parent) origins.push(readOrigin(frame.parent) || view.location.origin)',
    tests: ['react/src/handler/framing.test'],
  },
  {
    check: 'a cookie without the prefix is not read on HTTPS',
    file: 'packages/client/src/session/cookies.ts',
    text: 'if (!isHttps || readUnprefixedCookies) {',
    becomes: 'if (true as boolean) {',
    tests: ['client/src/session/cookies.test'],
  },
  {
    check: 'an access token is used only with its refresh token',
    file: 'packages/client/src/session/cookies.ts',
    text: 'refreshToken && pairedAccessToken(bothNames(accessCookieName(isHttps)).flatMap(read), refreshToken)',
    becomes:
      "refreshToken && (pairedAccessToken(bothNames(accessCookieName(isHttps)).flatMap(read), refreshToken) ?? '')",
    tests: ['client/src/session/cookies.test'],
  },
  {
    check: 'the cookie of a code verifier belongs to one host',
    file: 'packages/client/src/sign-in/oauth.ts',
    text: "${isHttps(browser) ? '__Host-' : ''}stack-oauth-outer-",
    becomes: 'stack-oauth-outer-',
    tests: ['client/src/sign-in/oauth.test'],
  },
]
