import { emails, repeatsAfter, type EmailFilter, type SentEmail } from '../../data/emails.ts'
import { useFilterKinds } from '../../page/filters.tsx'
import type { List } from '../../page/useListPage.ts'
import { useTexts } from '../../language/useTexts.ts'
import { emailsTexts, type EmailsTexts } from '../../texts/en/emails.ts'
import { emailStates, emailTypes, sentAddress, type SentSearch } from './address.ts'

export const sentList: List<SentEmail, SentSearch, EmailsTexts> = {
  id: 'emails',
  path: '/projects/$projectId/emails/sent',
  record: { path: '/projects/$projectId/emails/sent/$emailId', param: 'emailId' },
  address: sentAddress,
  texts: emailsTexts,
  usePage: (search) =>
    emails.useRead('page', [filterOf(search), search.cursor], { meanwhile: 'previous', repeatsAfter }),
  nameOf: ({ recipient }) => recipient,
  useFilters: (search, change) => {
    const { sent: t } = useTexts(emailsTexts)
    const { choice } = useFilterKinds(search, change)
    return [
      choice(
        'state',
        t.filters.state,
        emailStates.map((value) => ({ value, label: t.states[value] })),
      ),
      choice(
        'type',
        t.filters.type,
        emailTypes.map((value) => ({ value, label: t.types[value] })),
      ),
    ]
  },
}

export function filterOf({ q, state, type }: SentSearch): EmailFilter {
  return { ...(q !== undefined && { query: q }), ...(state && { state }), ...(type && { type }) }
}
