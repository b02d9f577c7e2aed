import { useCurrentProject, type ProjectApp } from './projects.ts'
import * as endpointRights from './endpoint-rights.ts'
import { change, pageFrom, readAll, resource, type PageOf } from './resource.ts'

export type SentMail = Awaited<ReturnType<ProjectApp['listSentEmails']>>[number]
export type SentEmailWithContent = NonNullable<Awaited<ReturnType<ProjectApp['getSentEmail']>>>
export type MailDelivery = Awaited<ReturnType<ProjectApp['getEmailDeliveryStats']>>
export type MailServerCheck = Awaited<ReturnType<ProjectApp['checkMailServer']>>
export type SenderDomainCheck = Awaited<ReturnType<ProjectApp['checkSenderDomain']>>
export type SenderDomainFinding = SenderDomainCheck['findings'][number]
export type MailServerStep = MailServerCheck['steps'][number]

/** Selects mails by a part of their address or subject, by their state and kind. */
export type MailFilter = Pick<NonNullable<Parameters<ProjectApp['listSentEmails']>[0]>, 'query' | 'state' | 'type'>

const EMAILS_PER_PAGE = 50
const EXPORTED_AT_ONCE = 1_000
const POLL_MILLIS = 5_000

/** The mails of the current project, newest first, and its mail server. */
export const mails = resource('emails', {
  reads: {
    page: ({ app }, filter: MailFilter, cursor: string | undefined): Promise<PageOf<SentMail>> =>
      pageFrom((from) => app.listSentEmails({ ...filter, limit: EMAILS_PER_PAGE, ...cursorOf(from) }), cursor),
    /** As it was rendered; null for an unknown id. */
    one: ({ app }, mailId: string): Promise<SentEmailWithContent | null> => app.getSentEmail(mailId),
    delivery: ({ app }): Promise<MailDelivery> => app.getEmailDeliveryStats(),
    /** What DNS says about the domain of the stored sender. */
    senderDomain: ({ app }, _sender: string): Promise<SenderDomainCheck> => app.checkSenderDomain(),
  },
  changes: {
    /** Queues a failed mail again. */
    retry: change(endpointRights.retrySentEmail, (_project, mail: SentMail) => mail.retry()),
    /** Sends a test mail through a server and answers the outcome of each step. Nothing is stored. */
    testServer: change(
      endpointRights.sendTestEmail.default,
      ({ app }, test: Parameters<ProjectApp['checkMailServer']>[0]) => app.checkMailServer(test),
    ),
  },
})

/** How long until a page is read again: while it has mails that are not delivered yet. */
export function repeatsAfter(page: PageOf<SentMail> | undefined): number | false {
  return page?.rows.some(isWaiting) ? POLL_MILLIS : false
}

/** The same for one mail. */
export function repeatsMailAfter(mail: SentMail | null | undefined): number | false {
  return mail && isWaiting(mail) ? POLL_MILLIS : false
}

function isWaiting({ state }: SentMail): boolean {
  return state === 'queued' || state === 'retrying'
}

/** Returns a function that reads all mails of the filter and passes them on, a thousand at a time. */
export function useReadAllMails(): (
  filter: MailFilter,
  onMails: (mails: readonly SentMail[]) => void,
  signal: AbortSignal,
) => Promise<void> {
  const { app } = useCurrentProject()
  return (filter, onMails, signal) =>
    readAll((from) => app.listSentEmails({ ...filter, limit: EXPORTED_AT_ONCE, ...cursorOf(from) }), onMails, signal)
}

function cursorOf(cursor: string | undefined): { cursor?: string } {
  return cursor === undefined ? {} : { cursor }
}
