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
    check: 'a token that no header can contain is no session',
    file: 'packages/client/src/session/cookies.ts',
    text: ' && /^[!-~]+$/.test(value)',
    tests: ['client/src/session/token-store.test'],
  },
  {
    check: 'a page that is rendered in advance does not sign out',
    file: 'packages/client/src/app/client-app.ts',
    text: '    await untilOpened(this.#ports)\n    const release',
    becomes: '    const release',
    tests: ['client/src/sign-in/sign-in.test'],
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
    check: 'the fields of the selected team that only servers read do not reach a page',
    file: 'packages/client/src/server/present-user.ts',
    text: 'read.selected_team && pick<TeamClientRead>(read.selected_team, teamClientFields)',
    becomes: 'read.selected_team',
    tests: ['client/src/server/teams.test'],
  },
  {
    check: 'a link signs an app in only with the state of its own sign-in',
    file: 'packages/client/src/expo/expo-device.ts',
    text: "if (state === '' || kept['state'] !== state) return null",
    becomes: "if (kept['state'] === undefined) return null",
    tests: ['client/src/expo/secure-storage.test'],
  },
  {
    check: 'a link signs an app in once',
    file: 'packages/client/src/expo/expo-device.ts',
    text: '    this.#entry.remove()\n',
    tests: ['client/src/expo/secure-storage.test'],
  },
  {
    check: 'the session of an app stays on its device',
    file: 'packages/client/src/expo/secure-entry.ts',
    text: '{ keychainAccessible: this.#store.AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY }',
    becomes: '{ keychainAccessible: 0 }',
    tests: ['client/src/expo/secure-storage.test'],
  },
  {
    check: 'the requests of an app send no cookies',
    file: 'packages/client/src/expo/expo-app-options.ts',
    text: ", credentials: 'omit' }",
    becomes: ' }',
    tests: ['client/src/expo/secure-storage.test'],
  },
  {
    check: 'the cookie of a code verifier belongs to one host',
    file: 'packages/client/src/sign-in/oauth.ts',
    text: "${isHttps(browser) ? '__Host-' : ''}stack-oauth-outer-",
    becomes: 'stack-oauth-outer-',
    tests: ['client/src/sign-in/oauth.test'],
  },
  {
    check: 'a return location on another origin names no invitation',
    file: 'packages/react/src/auth/returns-to-invitation.ts',
    text: 'return url.origin === new URL(href).origin ? url : null',
    becomes: 'return href ? url : null',
    tests: ['react/src/auth/returns-to-invitation.test'],
  },
  {
    check: 'the serialised form of a server app contains no headers',
    file: 'packages/client/src/stack/client-json.ts',
    text: '{ ...options, extraRequestHeaders: {} }',
    becomes: 'options',
    tests: ['client/src/stack/client-json.test'],
  },
  {
    check: 'the serialised form of a server app contains no internal address',
    file: 'packages/client/src/stack/client-json.ts',
    text: ', baseUrl: resolveBaseUrl(options.baseUrl, true) })',
    becomes: ' })',
    tests: ['client/src/stack/client-json.test'],
  },
]
