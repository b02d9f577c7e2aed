import { LABEL_MAX_CODE_POINTS } from '@portico/client/admin'
import { useState, type ReactNode } from 'react'

import type { FoundUser } from '../../data/found-records.ts'
import { useCreateTeam } from '../../data/teams.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Field, FieldError, Input } from '../../kit/Field.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { useAction } from '@portico/ui/form/useAction'
import { useTexts } from '../../language/define-texts.ts'
import { UserPicker } from '../../records/UserPicker.tsx'
import { kitTexts } from '../../texts/kit.ts'
import { teamsTexts } from '../../texts/teams.ts'

/** Creates a team and leads to it. */
export function CreateTeam({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void
  readonly onCreated: (teamId: string) => void
}): ReactNode {
  const t = useTexts(teamsTexts)
  const { cancel, problems } = useTexts(kitTexts)
  const failureText = useFailureText()
  const createTeam = useCreateTeam()
  const [name, setName] = useState('')
  const [creator, setCreator] = useState<FoundUser | null>(null)
  const [hasTried, setTried] = useState(false)
  const isNameMissing = name.trim() === ''
  const creation = useAction(async () => {
    onCreated(await createTeam({ displayName: name.trim(), ...(creator && { creatorUserId: creator.id }) }))
  })
  return (
    <Dialog
      title={t.create}
      lead={t.dialog.lead}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (!isNameMissing) void creation.run()
      }}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" variant="primary" phase={creation.phase} pendingLabel={t.creating}>
            {t.create}
          </Button>
        </>
      }
    >
      <Field label={t.dialog.name} error={hasTried && isNameMissing ? problems.empty(t.dialog.name) : null}>
        <Input
          data-autofocus=""
          dir="auto"
          maxLength={LABEL_MAX_CODE_POINTS}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label={t.dialog.creator} help={t.dialog.creatorHelp} isOptional>
        <UserPicker chosen={creator} onChange={setCreator} />
      </Field>
      {creation.failure !== null && <FieldError>{failureText(creation.failure)}</FieldError>}
    </Dialog>
  )
}
