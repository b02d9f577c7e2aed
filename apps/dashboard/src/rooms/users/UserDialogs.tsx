import type { JobSuspensionOptions, UserSelection } from '@portico/client/admin'
import { useState, type ReactNode } from 'react'

import {
  useDeleteUser,
  useKeysOfUser,
  useRefreshUsers,
  useSessionsOfUser,
  useStartBulkAct,
  useTeamsOfUser,
  type ListedUser,
} from '../../data/users.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog, Dialog } from '../../kit/Dialog.tsx'
import { ActFailure } from '../../kit/ActFailure.tsx'
import { Field, Input, TextArea } from '../../kit/Field.tsx'
import { isPast } from '../../kit/is-past.ts'
import { startOfLocalDay } from '../../kit/local-day.ts'
import { showToast } from '../../kit/toast.ts'
import { useAction } from '@portico/ui/form/useAction'
import { fill } from '@portico/ui/language/fill'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { titleOfUser } from '../../data/user-title.ts'
import { usersTexts } from '../../texts/en/users.ts'
import { nameToType } from './names.ts'

/** An act to confirm: on one user, or on the selected ones. */
export type ActOnUsers =
  | { readonly type: 'suspend' | 'endSessions' | 'delete'; readonly user: ListedUser }
  | {
      readonly type: 'suspend' | 'endSessions' | 'delete'
      readonly selection: UserSelection
      readonly count: string
      /** Search and filters in words, if the selection is all users that fit them. */
      readonly filters: readonly string[]
    }

export interface UserDialogsProps {
  readonly act: ActOnUsers
  readonly onClose: () => void
  /** After the deletion of a user. Default: `onClose`. */
  readonly onDone?: () => void
  /** After the start of an act on many users. */
  readonly onJob?: (jobId: string) => void
}

/** The dialog that confirms an act. */
export function UserDialogs({ act, onClose, onDone, onJob }: UserDialogsProps): ReactNode {
  const t = useTexts(usersTexts)
  const refresh = useRefreshUsers()
  const deleteUser = useDeleteUser()
  const start = useStartBulkAct()
  const suspend = useAction(async (options: JobSuspensionOptions) => {
    if ('user' in act) {
      await act.user.suspend(options)
      await refresh(act.user.id)
      onClose()
    } else onJob?.(await start(act.selection, { type: 'suspend', options }))
  })
  const confirm = useAction(async () => {
    if ('user' in act && act.type === 'endSessions') {
      await act.user.revokeAllSessions()
      await refresh(act.user.id)
      showToast({ text: t.acts.sessionsEnded(titleOfUser(act.user, t)) })
      onClose()
    } else if ('user' in act) {
      await deleteUser(act.user)
      showToast({ text: t.acts.deleted(titleOfUser(act.user, t)) })
      ;(onDone ?? onClose)()
    } else if (act.type !== 'suspend') onJob?.(await start(act.selection, { type: act.type }))
  })
  const run = (): void => void confirm.run()
  const children = <ActFailure failure={confirm.failure} onRepeat={run} />
  const common = { phase: confirm.phase, onConfirm: run, onClose, children }

  if (act.type === 'suspend') {
    const title =
      'user' in act
        ? fill(t.suspendDialog.title, { name: <bdi>{titleOfUser(act.user, t)}</bdi> })
        : t.suspendDialog.many(act.count)
    return <SuspendDialog title={title} scope={<Scope act={act} />} action={suspend} onClose={onClose} />
  }
  if ('user' in act && act.type === 'endSessions') {
    return (
      <ConfirmDialog
        {...common}
        title={t.signIn.endAllTitle}
        consequence={t.signIn.endAllLead}
        pendingLabel={t.signIn.ending}
      />
    )
  }
  if ('user' in act) {
    return (
      <ConfirmDialog
        {...common}
        title={t.deleteDialog.title}
        consequence={<DeletionConsequence user={act.user} />}
        nameToType={nameToType(act.user, t)}
        pendingLabel={t.deleteDialog.pending}
      />
    )
  }
  const texts =
    act.type === 'delete'
      ? { ...t.deleteDialog, title: t.deleteDialog.many, lead: t.deleteDialog.leadMany }
      : t.endDialog
  return (
    <ConfirmDialog
      {...common}
      title={texts.title(act.count)}
      consequence={
        <>
          <Scope act={act} /> {texts.lead}
        </>
      }
      {...(act.type === 'delete' && { nameToType: t.deleteDialog.word })}
      pendingLabel={t.endDialog.pending}
    />
  )
}

/** Whom an act on all users of a list affects. */
function Scope({ act }: { readonly act: ActOnUsers }): ReactNode {
  const { selected: t } = useTexts(usersTexts)
  if ('user' in act || !('filter' in act.selection)) return null
  if (act.filters.length === 0) return t.all
  return fill(t.filtered, { filters: <bdi className="strong">{act.filters.join(', ')}</bdi> })
}

/** What the deletion ends and removes, with numbers as soon as they are read. */
function DeletionConsequence({ user }: { readonly user: ListedUser }): ReactNode {
  const t = useTexts(usersTexts)
  const format = useFormat()
  const sessions = useSessionsOfUser(user).data
  const keys = useKeysOfUser(user).data
  const teams = useTeamsOfUser(user).data
  if (!sessions || !keys || !teams) return t.deleteDialog.lead
  const keysCount = keys.filter((key) => key.isValid()).length
  const { deletes, ends, revokes, removes, exactLead } = t.deleteDialog
  const parts = [
    deletes,
    ...(sessions.length > 0 ? [ends(sessions.length)] : []),
    ...(keysCount > 0 ? [revokes(keysCount)] : []),
    ...(teams.length > 0 ? [removes(teams.length)] : []),
  ]
  return exactLead(format.list(parts))
}

function SuspendDialog({
  title,
  scope,
  action,
  onClose,
}: {
  readonly title: ReactNode
  readonly scope: ReactNode
  readonly action: ReturnType<typeof useAction<[JobSuspensionOptions]>>
  readonly onClose: () => void
}): ReactNode {
  const t = useTexts(usersTexts)
  const { cancel } = useTexts(kitTexts)
  const [reason, setReason] = useState('')
  const [details, setDetails] = useState('')
  const [until, setUntil] = useState('')
  const end = startOfLocalDay(until)
  const hasEnded = end !== undefined && isPast(end)
  function suspend(): void {
    if (hasEnded) return
    void action.run({
      ...(reason.trim() !== '' && { reason: reason.trim() }),
      ...(details.trim() !== '' && { privateDetails: details.trim() }),
      ...(end && { until: end }),
    })
  }
  return (
    <Dialog
      title={title}
      lead={
        <>
          {scope} {t.suspendDialog.lead}
        </>
      }
      onClose={onClose}
      onSubmit={suspend}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" variant="danger-primary" phase={action.phase} pendingLabel={t.suspendDialog.pending}>
            {t.acts.suspend}
          </Button>
        </>
      }
    >
      <Field label={t.suspendDialog.reason} help={t.suspendDialog.reasonHelp} isOptional>
        <Input data-autofocus="" value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <Field label={t.suspendDialog.details} help={t.suspendDialog.detailsHelp} isOptional>
        <TextArea rows={2} value={details} onChange={(event) => setDetails(event.target.value)} />
      </Field>
      <Field
        label={t.suspendDialog.until}
        help={t.suspendDialog.untilHelp}
        error={hasEnded ? t.suspendDialog.untilPast : null}
        isOptional
      >
        <Input type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
      </Field>
      <ActFailure failure={action.failure} onRepeat={suspend} />
    </Dialog>
  )
}
