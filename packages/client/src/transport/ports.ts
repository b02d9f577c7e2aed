/**
 * Everything the SDK uses from its environment. Tests pass their own clock, network and browser.
 *
 * @internal
 */
export interface Ports {
  /** Sends a request. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number
  /** Resolves after this time. */
  readonly sleep: (millis: number) => Promise<void>
  /** Runs a function later without keeping a Node process alive. Returns the function that cancels it. */
  readonly after: (millis: number, run: () => void) => () => void
  /** Returns cryptographically secure random bytes. */
  readonly randomBytes: (length: number) => Uint8Array
  /** Prints a line for the user of a terminal program. */
  readonly print: (line: string) => void
  /** Warns the developer about a problem that does not stop the page. */
  readonly warn: (message: string) => void
  /** Null outside a browser. Called at each use, because one app object may run in a browser and on a server. */
  readonly browser: () => Browser | null
  /** Asks the visitor for text, null if they cancel. Absent: the pages of the application ask. */
  readonly prompt?: ((message: string) => string | null) | undefined
  /** Shows a message that the visitor must close. Absent: the pages of the application show failures. */
  readonly alert?: ((message: string) => void) | undefined
  /**
   * Returns true if a call ends with this network failure of an attempt from the second on. Absent: it continues. Not
   * used in browsers.
   */
  readonly isFinal?: ((failure: unknown, attempt: number) => boolean) | undefined
  /** Shares the requests of one second for the same refresh token. Absent: each session sends its own. */
  readonly shareExchange?: ShareExchange
  /**
   * The `FrameworkSupport` of the framework that answers requests on this server. Absent: the application passes its
   * requests itself.
   */
  readonly framework?: object
  /** Throws what a framework has thrown in place of the answer with these headers, such as to end a static render. */
  readonly rethrow?: (headers: Headers) => void
  /** The `AppSignIn` of an app on a device without a page, such as a phone. Absent: in browsers and on servers. */
  readonly appSignIn?: object
  /** Called before a sign-out, whatever the service answers to it. */
  readonly onSignOut?: () => void
}

/** @param session may have refused an access token of the last second; it then gets another one */
export type ShareExchange = <Answer extends { readonly accessToken: string | null } | null>(
  refreshToken: string,
  session: { readonly refusedAccessToken: string | null },
  exchange: (refreshToken: string) => Promise<Answer>,
) => Promise<Answer>

/**
 * What a framework for servers offers while it handles a request.
 *
 * @internal
 */
export interface Framework {
  /** Returns the request that the calling code handles. One request has one object of cookies. */
  request(): Promise<FrameworkRequest>
  /** Returns a function whose calls in one render share their result. Absent: each call reads. */
  share?<Result>(read: () => Result): () => Result
  /** Answers the request with a redirect. It throws, so that the calling code ends. */
  redirect(to: string, options: { replace?: boolean }): never
  /**
   * Throws again what the framework itself has thrown, such as a redirect or the end of a static render. Absent: it
   * throws no such thing.
   */
  rethrow?(error: unknown): void
}

/**
 * The request that a framework handles.
 *
 * @internal
 */
export interface FrameworkRequest {
  /** Path and query of the page, to which a sign-in returns. Absent: the framework does not tell it. */
  readonly location?: string | undefined
  /** The headers of the request. */
  readonly headers: { get(name: string): string | null }
  /** The cookies of the request and its answer. */
  readonly cookies: {
    getAll(): readonly { readonly name: string; readonly value: string }[]
    /** Sets a cookie of the answer. Throws where no answer can be changed, such as in a render. */
    set(name: string, value: string, options: FrameworkCookieOptions): unknown
  }
}

export interface FrameworkCookieOptions {
  readonly path: '/'
  readonly maxAge: number
  readonly sameSite: 'lax'
  readonly secure: boolean
}

/** The parts of `window` that the SDK uses. */
export interface Browser {
  readonly location: Pick<Location, 'href' | 'assign' | 'replace'>
  readonly history: Pick<History, 'state' | 'replaceState'>
  readonly document: Pick<Document, 'cookie' | 'hidden' | 'addEventListener'> & { readonly prerendering?: boolean }
  readonly navigator: {
    readonly onLine?: boolean
    readonly locks?: Pick<LockManager, 'request'>
    readonly credentials?: Pick<CredentialsContainer, 'get' | 'create'>
    readonly userActivation?: Pick<UserActivation, 'isActive'>
  }
  readonly prompt?: Window['prompt']
  readonly alert?: Window['alert']
  readonly addEventListener?: Window['addEventListener']
  readonly localStorage?: PageStorage
  readonly sessionStorage?: PageStorage
  readonly PublicKeyCredential?: {
    readonly isConditionalMediationAvailable?: () => Promise<boolean>
    readonly signalUnknownCredential?: (unknown: { rpId: string; credentialId: string }) => Promise<void>
  }
  readonly cookieStore?: Pick<EventTarget, 'addEventListener'>
  readonly BroadcastChannel?: typeof BroadcastChannel
}

type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Resolves when the visitor opens a page that the browser has prerendered. A prerendered page must not act for its
 * visitor. Undefined for an open page, so that callers can act at once.
 */
export function untilOpened({ browser }: Pick<Ports, 'browser'>): Promise<unknown> | undefined {
  const document = browser()?.document
  if (!document?.prerendering) return undefined
  return new Promise((resolve) => document.addEventListener('prerenderingchange', resolve))
}

/** The environment of browsers and servers. */
export const defaultPorts: Ports = {
  // Reads the global at each call, because other tools may replace `fetch` later.
  fetch: (url, init) => globalThis.fetch(url, init),
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (millis) =>
    new Promise((resolve) => {
      setTimeout(resolve, millis)
    }),
  after: (millis, run) => {
    const timer: unknown = setTimeout(run, millis)
    // Only Node's timers have `unref`; browsers return a number.
    if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
      timer.unref()
    return () => clearTimeout(timer as ReturnType<typeof setTimeout>)
  },
  randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  print: (line) => console.log(line),
  warn: (message) => console.warn(message),
  browser: () => (typeof window === 'undefined' || typeof document === 'undefined' ? null : window),
}
