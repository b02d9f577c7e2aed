import { DEFAULT_HANDLER_PATH, pagePath } from '@portico/client/admin'

/** A page of the SDK to which a link or a mail of the dashboard can lead. */
export type AppPage = 'teamInvitation' | 'userInvitation' | 'factorReset' | 'impersonation'

interface TrustedDomain {
  readonly domain: string
  readonly handlerPath: string
}

/** The addresses of an SDK page, below the app's handler path: one for each trusted domain. */
export function appPagesOf(domains: readonly TrustedDomain[], page: AppPage): string[] {
  return (
    domains
      // A pattern is not an address.
      .filter(({ domain }) => !domain.includes('*'))
      .map(
        ({ domain, handlerPath }) => `${domain.replace(/\/$/, '')}${handlerPath.replace(/\/$/, '')}/${pagePath(page)}`,
      )
  )
}

/** The page of an app at this origin, if it has the handler path that apps have by default. */
export function appPageAt(origin: string, page: AppPage): string {
  return `${origin}${DEFAULT_HANDLER_PATH}/${pagePath(page)}`
}

/** The problem with the page of a link; a key of `problems` in the texts of the kit. */
export function findPageProblem(page: string): 'empty' | 'spaces' | 'url' | null {
  if (page.trim() === '') return 'empty'
  if (page.includes(' ')) return 'spaces'
  return URL.canParse(page) && /^https?:/.test(page) ? null : 'url'
}
