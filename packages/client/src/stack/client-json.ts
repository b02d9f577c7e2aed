import type { BrowserDialogs } from './browser-dialogs.ts'
import type { HandlerUrls } from '../pages/urls.ts'
import type { PorticoClientApp } from '../app/client-app.ts'
import { type PorticoClientAppOptions, resolveBaseUrl, resolveOptions } from '../app/options.ts'
import { defaultPorts, type Ports } from '../transport/ports.ts'

/** The options of an app, serialized on a server for the browser. They contain no secret key. */
export type StackClientAppJson<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> = PorticoClientAppOptions<HasTokenStore, ProjectId> & BrowserDialogs & { readonly uniqueIdentifier: string }

/** The internals of an app that can be serialized. */
export interface ClientJsonInternals<HasTokenStore extends boolean = boolean, ProjectId extends string = string> {
  /** Throws if an option cannot be serialized: a router as `redirectMethod`, a request or tokens as `tokenStore`. */
  toClientJson(): StackClientAppJson<HasTokenStore, ProjectId>
}

interface RebuiltApp {
  readonly json: string
  readonly app: PorticoClientApp
}

/**
 * Rebuilt apps by identifier, the latest used last. Bounded, because a server may create and serialize an app per
 * request.
 */
const rebuiltApps = new Map<string, RebuiltApp>()
const REBUILT_APPS_MAX = 100

/**
 * Creates the method that serializes an app. It lists each option, so that a new one stays on the server until it is
 * added here.
 *
 * @param options may contain the identifier of an app that was serialized before
 */
export function clientJsonOf<HasTokenStore extends boolean, ProjectId extends string>(
  options: PorticoClientAppOptions<HasTokenStore, ProjectId> & BrowserDialogs & { readonly uniqueIdentifier?: string },
  urls: Readonly<HandlerUrls>,
  ports: Ports = defaultPorts,
): ClientJsonInternals<HasTokenStore, ProjectId>['toClientJson'] {
  let uniqueIdentifier = options.uniqueIdentifier
  return () => {
    const { projectId, publishableClientKey, tokenStore, redirectMethod, ...resolved } = resolveOptions(options, ports)
    if (typeof redirectMethod === 'object') {
      throw new Error('An app with an object as `redirectMethod` cannot be serialized. Use `window` or `none`.')
    }
    // guard: a serialized app contains no tokens
    if (typeof tokenStore === 'object' && tokenStore !== null) {
      throw new Error('An app with a request or tokens as `tokenStore` cannot be serialized. Use `cookie`.')
    }
    const content = {
      projectId,
      publishableClientKey,
      // Both addresses, because the browser may not have the environment variables of the server.
      baseUrl: { browser: resolveBaseUrl(options.baseUrl, true), server: resolveBaseUrl(options.baseUrl, false) },
      tokenStore,
      urls,
      redirectMethod,
      extraRequestHeaders: resolved.extraRequestHeaders,
      oauthScopesOnSignIn: resolved.oauthScopesOnSignIn,
      readUnprefixedCookies: resolved.readUnprefixedCookies,
      ...(options.browserDialogs && { browserDialogs: true }),
    } satisfies Omit<StackClientAppJson, 'uniqueIdentifier'>
    uniqueIdentifier ??= ports.framework ? hashOf(JSON.stringify(content)) : randomHex(ports)
    const json = { uniqueIdentifier, ...content } satisfies StackClientAppJson
    // Unchecked cast: project id and token store are those of the options.
    return json as unknown as StackClientAppJson<HasTokenStore, ProjectId>
  }
}

function randomHex(ports: Ports): string {
  return ports.randomBytes(16).reduce((hex, byte) => hex + byte.toString(16).padStart(2, '0'), '')
}

/** FNV-1a with 32 bits. Deterministic, because a framework may keep what a render sends. */
function hashOf(text: string): string {
  const hash = new TextEncoder().encode(text).reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193), 0x811c9dc5)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/**
 * Returns the JSON of an app with a secret key, like `clientJsonOf`. The `extraRequestHeaders` of such an app may
 * contain a secret, and its `baseUrl` may be internal, so the JSON contains no headers, and the address for browsers
 * only.
 */
export function clientJsonOfServer<HasTokenStore extends boolean, ProjectId extends string>(
  options: PorticoClientAppOptions<HasTokenStore, ProjectId> & { readonly uniqueIdentifier?: string },
  urls: Readonly<HandlerUrls>,
  ports?: Ports,
): ClientJsonInternals<HasTokenStore, ProjectId>['toClientJson'] {
  // guard: the serialised form of a server app contains no headers (drop `extraRequestHeaders: {}`)
  const toClientJson = clientJsonOf({ ...options, extraRequestHeaders: {} }, urls, ports)
  // guard: the serialised form of a server app contains no internal address
  //   (drop `baseUrl: resolveBaseUrl(options.baseUrl, true)`)
  return () => ({ ...toClientJson(), baseUrl: resolveBaseUrl(options.baseUrl, true) })
}

/**
 * Creates an app from its JSON. The same identifier returns the same app while it is among the last hundred that were
 * used.
 *
 * @throws Error if an app with this identifier and other options exists
 */
export function rebuildApp<App extends PorticoClientApp>(json: StackClientAppJson, create: () => App): App {
  const { uniqueIdentifier } = json
  const text = JSON.stringify(json)
  const known = rebuiltApps.get(uniqueIdentifier)
  if (known && known.json !== text) {
    throw new Error(
      `An app with the identifier ${uniqueIdentifier} and other options exists already. Serialize one app once, and pass on the same object.`,
    )
  }
  const app = known?.app ?? create()
  rebuiltApps.delete(uniqueIdentifier)
  rebuiltApps.set(uniqueIdentifier, { json: text, app })
  for (const oldest of [...rebuiltApps.keys()].slice(0, -REBUILT_APPS_MAX)) rebuiltApps.delete(oldest)
  // Unchecked cast: each entry creates one class of app.
  return app as App
}
