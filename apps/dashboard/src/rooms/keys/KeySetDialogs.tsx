import { LABEL_MAX_CODE_POINTS } from '@portico/client/admin'
import { useState, type ReactNode } from 'react'

import { useRenameKeySet, useRevokeKeySet, type KeySet } from '../../data/api-keys.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog, Dialog } from '../../kit/Dialog.tsx'
import { Field, Input } from '../../kit/Field.tsx'
import { Time } from '../../kit/Text.tsx'
import { useAction } from '../../kit/useAction.ts'
import { fill } from '../../language/fill.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { ActFailure } from '../../kit/ActFailure.tsx'
import { keysTexts } from '../../texts/keys.ts'
import { kitTexts } from '../../texts/kit.ts'
import { breaksWithout } from './key-status.ts'
import css from './keys.module.css'

const lastOf = { publishable: 'lastPublishable', server: 'lastServer', admin: 'lastAdmin' } as const

interface KeySetDialogProps {
  readonly keySet: KeySet
  readonly onClose: () => void
}

/** Changes the description of a key set. */
export function RenameKeySet({ keySet, onClose }: KeySetDialogProps): ReactNode {
  const t = useTexts(keysTexts)
  const { cancel, problems } = useTexts(kitTexts)
  const renameKeySet = useRenameKeySet()
  const [description, setDescription] = useState(keySet.description)
  const [hasTried, setTried] = useState(false)
  const isMissing = description.trim() === ''
  const rename = useAction(async () => {
    await renameKeySet(keySet, description.trim())
    onClose()
  })
  const submit = (): void => {
    setTried(true)
    if (!isMissing) void rename.run()
  }
  return (
    <Dialog
      title={t.renameTitle}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" variant="primary" phase={rename.phase} pendingLabel={t.renaming}>
            {t.renameTitle}
          </Button>
        </>
      }
    >
      <Field
        label={t.dialog.description}
        help={t.dialog.descriptionHelp}
        error={hasTried && isMissing ? problems.empty(t.dialog.description) : null}
      >
        <Input
          data-autofocus=""
          dir="auto"
          maxLength={LABEL_MAX_CODE_POINTS}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field>
      <ActFailure failure={rename.failure} onRepeat={submit} />
    </Dialog>
  )
}

/** Revokes a key set, after it has said what stops working. */
export function RevokeKeySet({
  keySet,
  all,
  onClose,
}: KeySetDialogProps & { readonly all: readonly KeySet[] }): ReactNode {
  const t = useTexts(keysTexts)
  const revokeKeySet = useRevokeKeySet()
  const revoke = useAction(async () => {
    await revokeKeySet(keySet)
    onClose()
  })
  const confirm = (): void => void revoke.run()
  return (
    <ConfirmDialog
      title={t.revoke}
      consequence={fill(t.revokeText, {
        name: <bdi className="strong">{keySet.description.trim() || t.noDescription}</bdi>,
      })}
      pendingLabel={t.revoking}
      phase={revoke.phase}
      onConfirm={confirm}
      onClose={onClose}
    >
      <ul className={css['breaks']} aria-label={t.breaks.label}>
        {breaksWithout(keySet, all).map(({ kind, lastFour, isLast }) => (
          <li key={kind}>
            {fill(t.breaks[kind], {
              key: (
                <span className="mono" dir="ltr">
                  …{lastFour}
                </span>
              ),
            })}{' '}
            {isLast && <span className="warn-text">{t.breaks[lastOf[kind]]}</span>}
          </li>
        ))}
      </ul>
      <p className={css['use']}>
        {keySet.lastUsedAt ? fill(t.lastUsed, { time: <Time at={keySet.lastUsedAt} /> }) : t.unused}
      </p>
      <ActFailure failure={revoke.failure} onRepeat={confirm} />
    </ConfirmDialog>
  )
}
