/** Everything the SDK takes from its surroundings, in one place; tests put their own clock, network and browser here. */
export interface Ports {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** From 0 up to, not including, 1. */
  readonly random: () => number
  readonly sleep: (millis: number) => Promise<void>
  /** Runs something later without keeping a Node process alive; gives back the function that cancels it. */
  readonly after: (millis: number, run: () => void) => () => void
  /** Random bytes from the system's generator. */
  readonly randomBytes: (length: number) => Uint8Array
  /** Shows a line to whoever runs the program. */
  readonly print: (line: string) => void
  /** Tells the developer what the page can live with. */
  readonly warn: (message: string) => void
  /** Null outside a browser; asked each time, because one app object may live in both places. */
  readonly browser: () => Browser | null
}

/** The parts of `window` that are used. */
export interface Browser {
  readonly location: Pick<Location, 'href' | 'assign' | 'replace'>
  readonly history: Pick<History, 'state' | 'replaceState'>
  readonly document: Pick<Document, 'cookie' | 'hidden' | 'addEventListener'>
  readonly navigator: {
    readonly onLine?: boolean
    readonly locks?: Pick<LockManager, 'request'>
    readonly credentials?: Pick<CredentialsContainer, 'get' | 'create'>
  }
  readonly localStorage?: PageStorage
  readonly sessionStorage?: PageStorage
  readonly PublicKeyCredential?: { readonly isConditionalMediationAvailable?: () => Promise<boolean> }
  readonly cookieStore?: Pick<EventTarget, 'addEventListener'>
}

type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export const defaultPorts: Ports = {
  // Looked up at each call, as tools that watch or replace `fetch` expect.
  fetch: (url, init) => globalThis.fetch(url, init),
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (millis) =>
    new Promise((resolve) => {
      setTimeout(resolve, millis)
    }),
  after: (millis, run) => {
    const timer: unknown = setTimeout(run, millis)
    // Only Node's timers are objects that can be told not to keep the process alive.
    if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
      timer.unref()
    return () => clearTimeout(timer as ReturnType<typeof setTimeout>)
  },
  randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  print: (line) => console.log(line),
  warn: (message) => console.warn(message),
  browser: () => (typeof window === 'undefined' || typeof document === 'undefined' ? null : window),
}
