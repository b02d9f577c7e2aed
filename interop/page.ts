import { onTestFinished, vi } from 'vitest'

/** A page as far as the official clients need one; it stays where it is and notes where it was sent. */
export interface StubbedPage {
  /** Opens an address in this page. */
  open(url: string): void
  /** Where it was sent last. */
  departure(): string | undefined
  readonly cookies: ReadonlyMap<string, string>
  readonly sessionStorage: Map<string, string>
}

/** Puts a page around the clients until the test is over. Cookies and storage last as long as the page. */
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
      const isOver = attributes.some((attribute) => /^max-age=0$/i.test(attribute))
      if (isOver || (expires && new Date(expires).getTime() <= Date.now())) cookies.delete(pair.slice(0, at))
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
