import type { ReactNode } from 'react'

import { useProject } from '../../data/projects.ts'
import { useAppOrigin } from '../../data/teams.ts'
import { userInvitations } from '../../data/user-invitations.ts'
import { useFailureText } from '../../kit/failure.ts'
import { showToast } from '../../kit/toast.ts'
import { completeUrl } from '../../kit/typed-url.ts'
import { useTexts } from '../../language/useTexts.ts'
import { FormDialog } from '../../page/form/FormDialog.tsx'
import { appPageAt, appPagesOf } from '../../records/app-pages.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { userInvitationsTexts } from '../../texts/en/user-invitations.ts'
import { newInvitation } from './forms.tsx'
import { isPageRefused } from './page-refused.ts'

export interface InviteUserProps {
  /** The address of an invitation that is sent again. */
  readonly email: string | undefined
  readonly onClose: () => void
}

/** Invites an address to sign up. */
export function InviteUser({ email, onClose }: InviteUserProps): ReactNode {
  const t = useTexts(userInvitationsTexts)
  const { problems } = useTexts(kitTexts)
  const failureText = useFailureText()
  const invite = userInvitations.useChange('invite')
  const pages = appPagesOf(useProject().data?.config.domains ?? [], 'userInvitation')
  const appOrigin = useAppOrigin().data
  const suggested = pages[0] ?? (appOrigin ? appPageAt(appOrigin, 'userInvitation') : '')
  return (
    <FormDialog
      title={t.dialog.title}
      lead={t.dialog.lead}
      submit={t.dialog.send}
      pending="sending"
      fields={newInvitation(t, problems, { email, pages, suggested })}
      onSubmit={(typed) => invite({ email: typed.email.trim(), callbackUrl: completeUrl(typed.page) })}
      refusalOf={(failure) => ({ [isPageRefused(failure) ? 'page' : 'email']: failureText(failure) })}
      onDone={({ recipientEmail }) => {
        showToast({ text: t.sentTo(recipientEmail) })
        onClose()
      }}
      onClose={onClose}
    />
  )
}
