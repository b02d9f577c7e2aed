import { mails, repeatsAfter, type MailFilter, type SentMail } from '../../data/emails.ts'
import { useFilterKinds } from '../../page/filters.tsx'
import type { List } from '../../page/useListPage.ts'
import { useTexts } from '../../language/useTexts.ts'
import { emailsTexts, type EmailsTexts } from '../../texts/en/emails.ts'
import { mailStateChoices, mailTypeChoices, sentAddress, type SentSearch } from './address.ts'

export const sentList: List<SentMail, SentSearch, EmailsTexts> = {
  id: 'emails',
  path: '/projects/$projectId/emails/sent',
  record: { path: '/projects/$projectId/emails/sent/$mailId', param: 'mailId' },
  address: sentAddress,
  texts: emailsTexts,
  usePage: (search) =>
    mails.useRead('page', [filterOf(search), search.cursor], { meanwhile: 'previous', repeatsAfter }),
  nameOf: ({ recipient }) => recipient,
  useFilters: (search, change) => {
    const { sent: t } = useTexts(emailsTexts)
    const { choice } = useFilterKinds(search, change)
    return [
      choice(
        'state',
        t.filters.state,
        mailStateChoices.map((value) => ({ value, label: t.states[value] })),
      ),
      choice(
        'type',
        t.filters.type,
        mailTypeChoices.map((value) => ({ value, label: t.types[value] })),
      ),
    ]
  },
}

export function filterOf({ q, state, type }: SentSearch): MailFilter {
  return { ...(q !== undefined && { query: q }), ...(state && { state }), ...(type && { type }) }
}
