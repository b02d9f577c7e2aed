import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'

import { useCurrentProject, type ProjectApp } from './projects.ts'

type SentEmails = Awaited<ReturnType<ProjectApp['listSentEmails']>>
export type SentEmail = SentEmails[number]
export type MailServerCheck = Awaited<ReturnType<ProjectApp['checkMailServer']>>
export type MailServerStep = MailServerCheck['steps'][number]
type MailServerTest = Parameters<ProjectApp['checkMailServer']>[0]

const EMAILS_PER_PAGE = 50
const POLL_MILLIS = 5_000

/** One page of the mails of the project, newest first. Reads the page again while it contains mails that are not delivered yet. */
export function useSentEmails(cursor: string | null): UseQueryResult<SentEmails> {
  const { id, app } = useCurrentProject()
  return useQuery({
    queryKey: [id, 'emails', cursor],
    queryFn: () => app.listSentEmails({ limit: EMAILS_PER_PAGE, ...(cursor !== null && { cursor }) }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.some(isOnItsWay) ? POLL_MILLIS : false),
  })
}

function isOnItsWay({ state }: SentEmail): boolean {
  return state === 'queued' || state === 'retrying'
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
