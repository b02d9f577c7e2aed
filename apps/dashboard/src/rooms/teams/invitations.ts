import { DEFAULT_HANDLER_PATH, pagePath } from '@portico/client/admin'

/** The page of the SDK that accepts an invitation, below the handler path of an app. */
const PAGE = pagePath('teamInvitation')
const LOCAL_PAGE = `http://localhost:3000${DEFAULT_HANDLER_PATH}/${PAGE}`

interface TrustedPages {
  readonly domains: readonly { readonly domain: string; readonly handlerPath: string }[]
  readonly allowLocalhost: boolean
}

/** The pages of the app that an invitation can lead to: one for each trusted domain. */
export function invitationPagesOf(config: TrustedPages | undefined): string[] {
  if (!config) return []
  const pages = config.domains
    // A pattern is not an address.
    .filter(({ domain }) => !domain.includes('*'))
    .map(({ domain, handlerPath }) => `${domain.replace(/\/$/, '')}${handlerPath.replace(/\/$/, '')}/${PAGE}`)
  return pages.length === 0 && config.allowLocalhost ? [LOCAL_PAGE] : pages
}

/** Whether a page is only a guess: the project has no domain, and an app in development can have another port. */
export function isGuessed(page: string): boolean {
  return page === LOCAL_PAGE
}

/** The problem with the page of a link; a key of `problems` in the texts of the kit. */
export function findPageProblem(page: string): 'empty' | 'spaces' | 'url' | null {
  if (page.trim() === '') return 'empty'
  if (page.includes(' ')) return 'spaces'
  return URL.canParse(page) && /^https?:/.test(page) ? null : 'url'
}
