import { DEFAULT_HANDLER_PATH } from '@portico/contract/limits'

import { type MovablePageName, pageNames, pagePath, pages } from './pages.ts'

/** The addresses of pages, by default below `handler`. The page for team invitations belongs to the application. */
type PageUrls = Record<MovablePageName | 'teamInvitation', string>

/** Addresses in the host application: those of the pages, and where flows end. */
export interface HandlerUrls extends PageUrls {
  handler: string
  home: string
  afterSignIn: string
  afterSignUp: string
  afterSignOut: string
}

/** Fills in the defaults; entries that are undefined count as absent. */
export function resolveUrls(given: Partial<{ [Name in keyof HandlerUrls]: string | undefined }> = {}): HandlerUrls {
  const handler = given.handler ?? DEFAULT_HANDLER_PATH
  const home = given.home ?? '/'
  const afterSignIn = given.afterSignIn ?? home
  const movable = [...pageNames.filter((name) => pages[name] !== 'fixed'), 'teamInvitation']
  const overrides = Object.entries(given).filter(([, url]) => url !== undefined)
  return Object.freeze({
    handler,
    home,
    // The list has the names of the type and no others.
    ...(Object.fromEntries(movable.map((name) => [name, `${handler}/${pagePath(name)}`])) as PageUrls),
    afterSignIn,
    afterSignUp: afterSignIn,
    afterSignOut: home,
    ...Object.fromEntries(overrides),
  })
}
