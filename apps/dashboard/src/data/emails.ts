import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'

import { useCurrentProject, type ProjectApp } from './projects.ts'

type SentEmails = Awaited<ReturnType<ProjectApp['listSentEmails']>>
export type SentEmail = SentEmails[number]
export type MailServerCheck = Awaited<ReturnType<ProjectApp['checkMailServer']>>
export type MailServerStep = MailServerCheck['steps'][number]
type MailServerTest = Parameters<ProjectApp['checkMailServer']>[0]

type ListOptions = NonNullable<Parameters<ProjectApp['listSentEmails']>[0]>
/** Selects mails by a part of their address or subject, by their state and kind. */
export type EmailFilter = Pick<ListOptions, 'query' | 'state' | 'type'>

/** One page of mails. */
export interface EmailsPage {
  readonly emails: readonly SentEmail[]
  readonly nextCursor: string | null
}

const EMAILS_PER_PAGE = 50
/** Maximum number of pages that are read for one page that is shown. A page can be empty before the end if few mails match. */
const PAGES_MAX = 10
const EXPORTED_AT_ONCE = 1_000
const POLL_MILLIS = 5_000

/** One page of the mails of the project, newest first. Reads the page again while it contains mails that are not delivered yet. */
export function useSentEmails(filter: EmailFilter, cursor: string | null): UseQueryResult<EmailsPage> {
  const { id, app } = useCurrentProject()
  return useQuery({
    queryKey: [id, 'emails', filter, cursor],
    queryFn: async (): Promise<EmailsPage> => {
      const read = (from: string | null): Promise<SentEmails> =>
        app.listSentEmails({ ...filter, limit: EMAILS_PER_PAGE, ...(from !== null && { cursor: from }) })
      let page = await read(cursor)
      for (let pages = 1; page.length === 0 && page.nextCursor !== null && pages < PAGES_MAX; pages += 1) {
        page = await read(page.nextCursor)
      }
      return { emails: [...page], nextCursor: page.nextCursor }
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.emails.some(isOnItsWay) ? POLL_MILLIS : false),
  })
}

function isOnItsWay({ state }: SentEmail): boolean {
  return state === 'queued' || state === 'retrying'
}

/** Returns a function that reads all mails of the filter and passes them on, a thousand at a time. */
export function useReadAllEmails(): (
  filter: EmailFilter,
  onEmails: (emails: readonly SentEmail[]) => void,
  signal: AbortSignal,
) => Promise<void> {
  const { app } = useCurrentProject()
  return async (filter, onEmails, signal) => {
    let cursor: string | null = null
    do {
      const page: SentEmails = await app.listSentEmails({
        ...filter,
        limit: EXPORTED_AT_ONCE,
        ...(cursor !== null && { cursor }),
      })
      onEmails(page)
      cursor = page.nextCursor
    } while (cursor !== null && !signal.aborted)
  }
}

/** Returns a function that queues a failed mail again. */
export function useRetryEmail(): (email: SentEmail) => Promise<void> {
  const { id } = useCurrentProject()
  const client = useQueryClient()
  return async (email) => {
    await email.retry()
    await client.invalidateQueries({ queryKey: [id, 'emails'] })
  }
}

/** Returns a function that sends a test mail through a server and returns the outcome of each step. Nothing is stored. */
export function useCheckMailServer(): (test: MailServerTest) => Promise<MailServerCheck> {
  const { id, app } = useCurrentProject()
  const client = useQueryClient()
  return async (test) => {
    const check = await app.checkMailServer(test)
    await client.invalidateQueries({ queryKey: [id, 'emails'] })
    return check
  }
}
