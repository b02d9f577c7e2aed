import { onTestFinished, vi } from 'vitest'

/** The parts of a browser page that the official clients use. Records redirects instead of following them. */
export interface StubbedPage {
  /** Sets the URL of the page. */
  open(url: string): void
  /** The URL of the last redirect. */
  departure(): string | undefined
  readonly cookies: ReadonlyMap<string, string>
  readonly sessionStorage: Map<string, string>
}

/** Stubs the globals of a browser page until the test ends. Each page has its own cookies and storage. */
export function stubPage(href: string): StubbedPage {
  const cookies = new Map<string, string>()
  const sessionStorage = new Map<string, string>()
  const localStorage = new Map<string, string>()
  const visits: string[] = []
  const location = Object.assign(new URL(href), {
    assign: (to: string | URL) => visits.push(String(to)),
    replace: (to: string | URL) => visits.push(String(to)),
  })
  const document = {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      const [pair = '', ...attributes] = text.split(/; ?/)
      const at = pair.indexOf('=')
      const expires = attributes.find((attribute) => /^expires=/i.test(attribute))?.slice('expires='.length)
      const isExpired = attributes.some((attribute) => /^max-age=0$/i.test(attribute))
      if (isExpired || (expires && new Date(expires).getTime() <= Date.now())) cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), pair.slice(at + 1))
    },
    createElement: () => ({}),
    addEventListener: () => {},
    removeEventListener: () => {},
    visibilityState: 'visible',
  }
  const window = {
    location,
    document,
    history: {
      state: null,
      replaceState: (_state: unknown, _unused: string, to: string) => void (location.href = new URL(to, location).href),
    },
    sessionStorage: storageOf(sessionStorage),
    localStorage: storageOf(localStorage),
    addEventListener: () => {},
    removeEventListener: () => {},
    navigator: { onLine: true },
  }
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', location)
  onTestFinished(() => void vi.unstubAllGlobals())
  return {
    open: (to) => {
      location.href = to
      visits.length = 0
    },
    departure: () => visits.at(-1),
    cookies,
    sessionStorage,
  }
}

function storageOf(entries: Map<string, string>) {
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
}
