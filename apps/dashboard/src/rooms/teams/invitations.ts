import { DEFAULT_HANDLER_PATH, pagePath } from '@portico/client/admin'

/** The page of the SDK that accepts an invitation, below the handler path of an app. */
const PAGE = pagePath('teamInvitation')

interface TrustedDomain {
  readonly domain: string
  readonly handlerPath: string
}

/** The pages of the app that an invitation can lead to: one for each trusted domain. */
export function invitationPagesOf(domains: readonly TrustedDomain[]): string[] {
  return (
    domains
      // A pattern is not an address.
      .filter(({ domain }) => !domain.includes('*'))
      .map(({ domain, handlerPath }) => `${domain.replace(/\/$/, '')}${handlerPath.replace(/\/$/, '')}/${PAGE}`)
  )
}

/** The invitation page of an app at this origin, if it has the handler path that apps have by default. */
export function invitationPageAt(origin: string): string {
  return `${origin}${DEFAULT_HANDLER_PATH}/${PAGE}`
}

/** The problem with the page of a link; a key of `problems` in the texts of the kit. */
export function findPageProblem(page: string): 'empty' | 'spaces' | 'url' | null {
  if (page.trim() === '') return 'empty'
  if (page.includes(' ')) return 'spaces'
  return URL.canParse(page) && /^https?:/.test(page) ? null : 'url'
}
