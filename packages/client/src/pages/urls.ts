import { DEFAULT_HANDLER_PATH } from '@portico/contract/limits'

import { type MovablePageName, pageNames, pagePath, pages } from './pages.ts'

/** The addresses of pages, by default below `handler`. */
type PageUrls = Record<MovablePageName, string>

/** Addresses in the host application: its pages, and the targets after sign-in, sign-up and sign-out. */
export interface HandlerUrls extends PageUrls {
  /** The path below which `PorticoHandler` shows the pages. Default: `/handler`. */
  handler: string
  /** The home page of your app. Default: `/`. */
  home: string
  /** Where a sign-in ends without a return location. Default: `home`. */
  afterSignIn: string
  /** Where a sign-up ends without a return location. Default: `afterSignIn`. */
  afterSignUp: string
  /** Where a sign-out ends. Default: `home`. */
  afterSignOut: string
}

/** Fills in the defaults. Undefined entries count as absent. */
export function resolveUrls(given: Partial<{ [Name in keyof HandlerUrls]: string | undefined }> = {}): HandlerUrls {
  const handler = given.handler ?? DEFAULT_HANDLER_PATH
  const home = given.home ?? '/'
  const afterSignIn = given.afterSignIn ?? home
  const movable = pageNames.filter((name) => pages[name] !== 'fixed')
  const overrides = Object.entries(given).filter(([, url]) => url !== undefined)
  return Object.freeze({
    handler,
    home,
    // The cast is safe: the list has exactly the names of the type.
    ...(Object.fromEntries(movable.map((name) => [name, `${handler}/${pagePath(name)}`])) as PageUrls),
    afterSignIn,
    afterSignUp: afterSignIn,
    afterSignOut: home,
    ...Object.fromEntries(overrides),
  })
}
