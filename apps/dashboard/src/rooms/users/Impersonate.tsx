import { useState, type ReactNode } from 'react'

import { useCurrentProject } from '../../data/projects.ts'
import { titleOfUser } from '../../data/user-title.ts'
import { users, type ListedUser } from '../../data/users.ts'
import { CodeBlock } from '../../kit/CodeBlock.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { fill } from '@portico/ui/language/fill'
import { useFormat } from '../../language/format.ts'
import { FormDialog } from '../../page/form/FormDialog.tsx'
import { Message } from '../../page/Message.tsx'
import { usersTexts } from '../../texts/en/users.ts'
import { impersonation } from './forms.tsx'
import { impersonationSnippet } from './impersonation-snippet.ts'
import css from './users.module.css'

const MINUTE_MILLIS = 60_000

export interface ImpersonateProps {
  readonly user: ListedUser
  readonly onClose: () => void
}

interface Started {
  readonly refreshToken: string
  readonly lifetimeMillis: number
}

/** Creates a session of the user, and shows how to use it in the app of the project. */
export function Impersonate({ user, onClose }: ImpersonateProps): ReactNode {
  const t = useTexts(usersTexts)
  const format = useFormat()
  const { id: projectId } = useCurrentProject()
  const impersonate = users.useChange('impersonate')
  const [started, setStarted] = useState<Started | null>(null)
  if (started) {
    return (
      <Message
        isWide
        title={t.impersonation.startedTitle}
        lead={t.impersonation.startedLead(format.duration(started.lifetimeMillis))}
        onClose={onClose}
      >
        <ol className={css['steps']}>
          <li>{t.impersonation.openApp}</li>
          <li>{t.impersonation.openConsole}</li>
          <li>{t.impersonation.paste}</li>
        </ol>
        <CodeBlock title={t.impersonation.console} code={impersonationSnippet({ projectId, ...started })} isWrapped />
      </Message>
    )
  }
  return (
    <FormDialog
      title={fill(t.impersonation.title, { name: <bdi>{titleOfUser(user, t)}</bdi> })}
      lead={t.impersonation.lead}
      submit={t.acts.impersonate}
      pending="starting"
      isAnswerOnce
      fields={impersonation(t, format)}
      onSubmit={async ({ reason, minutes }): Promise<Started> => {
        const lifetimeMillis = Number(minutes) * MINUTE_MILLIS
        const refreshToken = await impersonate(user, { reason: reason.trim(), expiresInMillis: lifetimeMillis })
        return { refreshToken, lifetimeMillis }
      }}
      onDone={setStarted}
      onClose={onClose}
    />
  )
}
