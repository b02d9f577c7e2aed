import { fill } from '@portico/ui/language/fill'
import { ExternalLink } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { useAppOrigin } from '../../data/teams.ts'
import { useProject } from '../../data/projects.ts'
import { titleOfUser } from '../../data/user-title.ts'
import { users, type ListedUser } from '../../data/users.ts'
import { buttonLook } from '../../kit/Button.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { completeUrl } from '../../kit/typed-url.ts'
import { useTexts } from '../../language/useTexts.ts'
import { FormDialog } from '../../page/form/FormDialog.tsx'
import { Message } from '../../page/Message.tsx'
import { appPageAt, appPagesOf } from '../../records/app-pages.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { usersTexts } from '../../texts/en/users.ts'
import { impersonation } from './forms.tsx'
import { isPageRefused } from './page-refused.ts'

export interface ImpersonateProps {
  readonly user: ListedUser
  readonly onClose: () => void
}

/** Creates a link that signs the owner in to the app as this user, and offers it. */
export function Impersonate({ user, onClose }: ImpersonateProps): ReactNode {
  const t = useTexts(usersTexts)
  const { cancel, problems } = useTexts(kitTexts)
  const failureText = useFailureText()
  const impersonate = users.useChange('impersonate')
  const pages = appPagesOf(useProject().data?.config.domains ?? [], 'impersonation')
  const appOrigin = useAppOrigin().data
  const suggested = pages[0] ?? (appOrigin ? appPageAt(appOrigin, 'impersonation') : '')
  const [link, setLink] = useState<string | null>(null)
  if (link !== null) {
    return (
      <Message
        title={t.impersonation.startedTitle}
        lead={t.impersonation.startedLead}
        closeLabel={cancel}
        actions={
          <a
            {...buttonLook({ variant: 'primary' })}
            href={link}
            target="_blank"
            rel="noreferrer"
            data-autofocus=""
            onClick={onClose}
          >
            {t.impersonation.open}
            <ExternalLink />
          </a>
        }
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      title={fill(t.impersonation.title, { name: <bdi>{titleOfUser(user, t)}</bdi> })}
      lead={t.impersonation.lead}
      submit={t.acts.impersonate}
      pending="starting"
      isAnswerOnce
      fields={impersonation(t, problems, { pages, suggested })}
      onSubmit={async ({ reason, page }) =>
        (await impersonate(user, { reason: reason.trim(), url: completeUrl(page) })).url
      }
      refusalOf={(failure) => (isPageRefused(failure) ? { page: failureText(failure) } : null)}
      onDone={setLink}
      onClose={onClose}
    />
  )
}
