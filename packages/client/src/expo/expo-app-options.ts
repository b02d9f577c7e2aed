import { ExpoDevice } from './expo-device.ts'
import type { ExpoModules } from './expo-modules.ts'
import { fillRuntime } from './runtime.ts'
import { SecureEntry } from './secure-entry.ts'
import { SecureTokenStore } from './secure-token-store.ts'
import { type PorticoClientAppOptions, resolveProjectId } from '../app/options.ts'
import { AppSignIn } from '../sign-in/app-oauth.ts'
import { defaultPorts, type Ports } from '../transport/ports.ts'

/** The redirect URI of an app, with the only scheme besides https that the service redirects to. */
const APP_REDIRECT_URL = 'stack-auth-mobile-oauth-url://sign-in'

/** A function from each Expo package that the SDK calls. */
const calledFunctions = {
  SecureStore: ['expo-secure-store', 'setItem'],
  WebBrowser: ['expo-web-browser', 'openAuthSessionAsync'],
  Crypto: ['expo-crypto', 'getRandomBytes'],
} as const satisfies Record<keyof ExpoModules, readonly [name: string, called: string]>

/** The options of `PorticoExpoApp`. Missing ones come from the environment. */
export interface PorticoExpoAppOptions<ProjectId extends string = string> extends Omit<
  PorticoClientAppOptions<true, ProjectId>,
  'tokenStore' | 'baseUrl' | 'readUnprefixedCookies'
> {
  /** The packages of Expo, which the app imports: `expo-secure-store`, `expo-web-browser` and `expo-crypto`. */
  modules: ExpoModules
  /** Address of the service, without `/api/v1`. */
  baseUrl?: string | undefined
  /**
   * Where a sign-in with a provider returns to the app: an https address of a trusted domain that opens the app (a
   * universal link), or the default, `stack-auth-mobile-oauth-url://sign-in`, which requires that the project allows
   * native apps.
   */
  redirectUrl?: string
}

/**
 * The options and the environment of the client app that `PorticoExpoApp` extends.
 *
 * @internal
 */
export interface ExpoAppParts<ProjectId extends string> {
  /** The options of the client app, with the token store of the device. */
  readonly options: PorticoClientAppOptions<true, ProjectId>
  /** The environment of the client app, with the browser of the device. */
  readonly ports: Ports
  /** Where a sign-in with a provider returns to, in its serialized form. */
  readonly redirectUrl: string
}

/** Returns the options with which an Expo app creates its client app. Throws for a missing package or setting. */
export function partsOfExpoApp<ProjectId extends string>(
  given: PorticoExpoAppOptions<ProjectId>,
  environment: Ports = defaultPorts,
): ExpoAppParts<ProjectId> {
  const { modules, redirectUrl: givenUrl = APP_REDIRECT_URL, ...options } = given
  requireModules(modules)
  const redirectUrl = requireRedirectUrl(givenUrl)
  fillRuntime()
  // Keys of entries have letters, digits, `.`, `-` and `_` only.
  const id = resolveProjectId(options.projectId).replaceAll(/[^\w.-]/g, '_')
  const { SecureStore, Crypto } = modules
  const device = new ExpoDevice({
    modules,
    redirectUrl,
    entry: new SecureEntry(SecureStore, `portico-sign-in-${id}`),
    now: environment.now,
  })
  const tokenStore = new SecureTokenStore(new SecureEntry(SecureStore, `portico-session-${id}`), environment.warn)
  return {
    redirectUrl,
    options: { ...options, tokenStore },
    ports: {
      ...environment,
      appSignIn: new AppSignIn(device),
      randomBytes: (length) => Crypto.getRandomBytes(length),
      // Not every `fetch` of React Native takes form data as an object, and each sends the cookies of the device by default.
      // guard: the requests of an app send no cookies (drop `credentials: 'omit'`) [secure-storage]
      fetch: (url, init) => environment.fetch(url, { ...init, ...textOf(init), credentials: 'omit' }),
    },
  }
}

function textOf({ body, headers }: RequestInit): RequestInit {
  if (!(body instanceof URLSearchParams)) return {}
  const type = 'application/x-www-form-urlencoded;charset=UTF-8'
  return { body: body.toString(), headers: { ...(headers as Record<string, string>), 'content-type': type } }
}

function requireModules(modules: Partial<ExpoModules> | undefined): void {
  for (const [name, [packageName, called]] of Object.entries(calledFunctions)) {
    const module: unknown = modules?.[name as keyof ExpoModules]
    if (module && typeof Reflect.get(module, called) === 'function') continue
    throw new Error(
      `\`modules.${name}\` has no \`${called}\`. Install ${packageName}, and pass what \`import * as ${name} from '${packageName}'\` returns.`,
    )
  }
}

/** Returns the serialized address, as the service sends it back. */
function requireRedirectUrl(given: string): string {
  if (/^(https|stack-auth-mobile-oauth-url):\/\/[^/?#]/.test(given)) return new URL(given).href
  throw new Error(
    `\`redirectUrl\` is "${given}". The service redirects to https addresses and to stack-auth-mobile-oauth-url:// only.`,
  )
}
