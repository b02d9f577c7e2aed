import { LABEL_MAX_CODE_POINTS } from '@portico/client/admin'
import { useMemo, useState, type ReactNode } from 'react'

import { useRefreshTeam, useTeam, type ListedTeam } from '../../data/teams.ts'
import { Button, LinkButton } from '../../kit/Button.tsx'
import { CopyButton } from '../../kit/CopyButton.tsx'
import { Field, FieldError, Input } from '../../kit/Field.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { focusAtMount } from '../../kit/focus.ts'
import { InlineForm } from '../../kit/InlineForm.tsx'
import { ActionRow, PropertyRow, Rows } from '../../kit/Rows.tsx'
import { Time } from '../../kit/Text.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { ConflictNotice, useDraft } from '../../kit/useDraft.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { ImageRow } from '../../records/ImageRow.tsx'
import { kitTexts } from '../../texts/kit.ts'
import { teamsTexts } from '../../texts/teams.ts'
import { nameOfTeam } from './columns.tsx'
import css from './teams.module.css'

/** Name, picture and id of a team, and its deletion. */
export function ProfileTab({
  team,
  onDelete,
}: {
  readonly team: ListedTeam
  readonly onDelete: () => void
}): ReactNode {
  const t = useTexts(teamsTexts)
  const refresh = useRefreshTeam(team.id)
  const [isEditing, setEditing] = useState(false)
  const { id, profileImageUrl, createdAt } = team
  return (
    <>
      <section>
        <Rows isFlush>
          <PropertyRow
            label={isEditing ? null : t.profile.name}
            action={<LinkButton onClick={() => setEditing(true)}>{t.profile.edit}</LinkButton>}
            {...(isEditing && { body: <NameForm team={team} onClose={() => setEditing(false)} /> })}
          >
            <bdi>{nameOfTeam(team, t)}</bdi>
          </PropertyRow>
          <PropertyRow label={t.profile.id} action={<CopyButton text={id} what={t.profile.id} />}>
            <code dir="ltr">{id}</code>
          </PropertyRow>
          <ImageRow
            imageUrl={profileImageUrl}
            onSave={async (imageUrl) => {
              await team.update({ profileImageUrl: imageUrl })
              await refresh()
            }}
          />
          <PropertyRow label={t.profile.created}>
            <Time at={createdAt} isDate />
          </PropertyRow>
        </Rows>
      </section>
      <section>
        <header>
          <h3>{t.profile.delete}</h3>
        </header>
        <Rows kind="settings">
          <ActionRow label={t.delete} note={t.profile.deleteNote}>
            <Button variant="danger" onClick={onDelete}>
              {t.delete}
            </Button>
          </ActionRow>
        </Rows>
      </section>
    </>
  )
}

function NameForm({ team, onClose }: { readonly team: ListedTeam; readonly onClose: () => void }): ReactNode {
  const t = useTexts(teamsTexts)
  const { problems } = useTexts(kitTexts)
  const failureText = useFailureText()
  const current = useTeam(team.id, team)
  const refresh = useRefreshTeam(team.id)
  const { displayName } = team
  const form = useDraft(useMemo(() => ({ displayName }), [displayName]))
  const isMissing = form.values.displayName.trim() === ''
  const save = useAction(async () => {
    const typed = form.values.displayName.trim()
    // A team has no version, so its newest name is compared before it is overwritten. A difference becomes a conflict of the form.
    const { data: newest } = await current.refetch({ throwOnError: true })
    if (newest && newest.displayName !== displayName && newest.displayName !== typed) return false
    await team.update({ displayName: typed })
    await refresh()
    onClose()
    return true
  })
  return (
    <div className={css['name-form']}>
      <InlineForm
        label={t.profile.name}
        action={save}
        isDisabled={!form.isChanged || isMissing || form.conflicts.length > 0}
        onSubmit={() => void save.run()}
        onCancel={onClose}
      >
        <Field label={t.profile.name} error={isMissing ? problems.empty(t.profile.name) : null}>
          <Input
            ref={focusAtMount}
            dir="auto"
            maxLength={LABEL_MAX_CODE_POINTS}
            value={form.values.displayName}
            onChange={(event) => form.set('displayName', event.target.value)}
          />
        </Field>
        <ConflictNotice form={form} labels={{ displayName: t.profile.name }} />
        {save.failure !== null && <FieldError>{failureText(save.failure)}</FieldError>}
      </InlineForm>
    </div>
  )
}
