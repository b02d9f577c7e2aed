import { SESSION_REASON_MAX_CODE_POINTS } from '@portico/client/admin'
import { useState, type ReactNode } from 'react'

import { useCurrentProject } from '../../data/projects.ts'
import { useRefreshUsers, type ListedUser } from '../../data/users.ts'
import { Button } from '../../kit/Button.tsx'
import { CodeBlock } from '../../kit/CodeBlock.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { Field, FieldError, Input, Select } from '../../kit/Field.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { fill } from '@portico/ui/language/fill'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { titleOfUser } from '../../data/user-title.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { usersTexts } from '../../texts/en/users.ts'
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
  const { cancel, done, problems } = useTexts(kitTexts)
  const format = useFormat()
  const failureText = useFailureText()
  const { id: projectId } = useCurrentProject()
  const refresh = useRefreshUsers()
  const [reason, setReason] = useState('')
  const [hasTried, setTried] = useState(false)
  const [lifetime, setLifetime] = useState(defaultLifetime)
  const [code, setCode] = useState<string | null>(null)
  const start = useAction(async () => {
    const session = await user.createSession({
      isImpersonation: true,
      reason: reason.trim(),
      expiresInMillis: lifetime,
    })
    const { refreshToken } = await session.getTokens()
    setCode(impersonationSnippet({ projectId, refreshToken, lifetimeMillis: lifetime }))
    await refresh(user.id)
  })
  const isReasonMissing = reason.trim() === ''
  const isStarting = start.phase === 'pending'
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
      // The token is only in the answer, which the dialog waits for.
      onClose={isStarting ? undefined : onClose}
      onSubmit={() => {
        setTried(true)
        if (!isReasonMissing) void start.run()
      }}
      footer={
        <>
          <Button variant="ghost" disabled={isStarting} onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" variant="primary" phase={start.phase} pendingLabel={t.impersonation.starting}>
            {t.acts.impersonate}
          </Button>
        </>
      }
    >
      <Field
        label={t.impersonation.reason}
        help={t.impersonation.reasonHelp}
        error={hasTried && isReasonMissing ? problems.empty(t.impersonation.reason) : null}
      >
        <Input
          data-autofocus=""
          dir="auto"
          maxLength={SESSION_REASON_MAX_CODE_POINTS}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <Field label={t.impersonation.lifetime}>
        <Select
          value={String(lifetime)}
          options={lifetimes.map((millis) => ({ value: String(millis), label: format.duration(millis) }))}
          onChange={(value) => setLifetime(Number(value))}
        />
      </Field>
      {start.failure !== null && <FieldError>{failureText(start.failure)}</FieldError>}
    </Dialog>
  )
}
