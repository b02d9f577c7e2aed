import { useState, type ReactNode } from 'react'

import { useCurrentProject } from '../../data/projects.ts'
import { useRefreshUsers, type ListedUser } from '../../data/users.ts'
import { Button } from '../../kit/Button.tsx'
import { CodeBlock } from '../../kit/CodeBlock.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { Field, FieldError, Select } from '../../kit/Field.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useTexts } from '../../language/define-texts.ts'
import { fill } from '../../language/fill.tsx'
import { useFormat } from '../../language/format.ts'
import { titleOfUser } from '../../records/user-title.ts'
import { kitTexts } from '../../texts/kit.ts'
import { usersTexts } from '../../texts/users.ts'
import { impersonationSnippet } from './impersonation-snippet.ts'
import css from './users.module.css'

const MINUTE_MILLIS = 60_000
const lifetimes = [15, 60, 480].map((minutes) => minutes * MINUTE_MILLIS)
const defaultLifetime = 60 * MINUTE_MILLIS

export interface ImpersonateProps {
  readonly user: ListedUser
  readonly onClose: () => void
}

/** Creates a session of the user, and shows how to use it in the app of the project. */
export function Impersonate({ user, onClose }: ImpersonateProps): ReactNode {
  const t = useTexts(usersTexts)
  const { cancel, done } = useTexts(kitTexts)
  const format = useFormat()
  const failureText = useFailureText()
  const { id: projectId } = useCurrentProject()
  const refresh = useRefreshUsers()
  const [lifetime, setLifetime] = useState(defaultLifetime)
  const [code, setCode] = useState<string | null>(null)
  const start = useAction(async () => {
    const session = await user.createSession({ isImpersonation: true, expiresInMillis: lifetime })
    const { refreshToken } = await session.getTokens()
    setCode(impersonationSnippet({ projectId, refreshToken, lifetimeMillis: lifetime }))
    await refresh(user.id)
  })
  if (code !== null) {
    return (
      <Dialog
        key="code"
        isWide
        title={t.impersonation.startedTitle}
        lead={t.impersonation.startedLead(format.duration(lifetime))}
        onClose={onClose}
        footer={
          <Button variant="primary" onClick={onClose}>
            {done}
          </Button>
        }
      >
        <ol className={css['steps']}>
          <li>{t.impersonation.openApp}</li>
          <li>{t.impersonation.openConsole}</li>
          <li>{t.impersonation.paste}</li>
        </ol>
        <CodeBlock title={t.impersonation.console} code={code} isWrapped />
      </Dialog>
    )
  }
  return (
    <Dialog
      key="form"
      title={fill(t.impersonation.title, { name: <bdi>{titleOfUser(user, t)}</bdi> })}
      lead={t.impersonation.lead}
      onClose={onClose}
      onSubmit={() => void start.run()}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" variant="primary" phase={start.phase} pendingLabel={t.impersonation.starting}>
            {t.acts.impersonate}
          </Button>
        </>
      }
    >
      <Field label={t.impersonation.lifetime}>
        <Select
          data-autofocus=""
          value={String(lifetime)}
          options={lifetimes.map((millis) => ({ value: String(millis), label: format.duration(millis) }))}
          onChange={(value) => setLifetime(Number(value))}
        />
      </Field>
      {start.failure !== null && <FieldError>{failureText(start.failure)}</FieldError>}
    </Dialog>
  )
}
