import { useState, type ReactNode } from 'react'

import { useProject } from '../../data/projects.ts'
import { teams, type ListedTeam } from '../../data/teams.ts'
import { Button, LinkButton } from '../../kit/Button.tsx'
import { CopyButton } from '../../kit/CopyButton.tsx'
import { May } from '../../kit/May.tsx'
import { ActionRow, PropertyRow, Rows, SwitchRow } from '../../kit/Rows.tsx'
import { Time } from '../../kit/Text.tsx'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/useTexts.ts'
import { Editable } from '../../page/form/Editable.tsx'
import { FormInPlace } from '../../page/form/FormInPlace.tsx'
import { ImageRow } from '../../records/ImageRow.tsx'
import { teamsTexts } from '../../texts/en/teams.ts'
import { nameOfTeam } from './columns.tsx'
import { nameField } from './forms.tsx'

const DAY_MILLIS = 24 * 60 * 60_000

/** Name, picture, id and requirement of a team, and its deletion. */
export function ProfileTab({
  team,
  onDelete,
}: {
  readonly team: ListedTeam
  readonly onDelete: () => void
}): ReactNode {
  const t = useTexts(teamsTexts)
  const update = teams.useChange('update')
  const [isEditing, setEditing] = useState(false)
  const { id, profileImageUrl, createdAt } = team
  return (
    <>
      <section>
        <Rows isFlush>
          <PropertyRow
            label={t.profile.name}
            action={
              <May right={teams.rights.update}>
                <LinkButton onClick={() => setEditing(true)}>{t.profile.edit}</LinkButton>
              </May>
            }
            {...(isEditing && { body: <NameForm team={team} onEnd={() => setEditing(false)} /> })}
          >
            <bdi>{nameOfTeam(team, t)}</bdi>
          </PropertyRow>
          <PropertyRow label={t.profile.id} action={<CopyButton text={id} what={t.profile.id} />}>
            <code dir="ltr">{id}</code>
          </PropertyRow>
          <ImageRow
            right={teams.rights.update}
            imageUrl={profileImageUrl}
            onSave={(imageUrl) => update(team, { profileImageUrl: imageUrl })}
          />
          <PropertyRow label={t.columns.created}>
            <Time at={createdAt} isDate />
          </PropertyRow>
        </Rows>
        <SecondFactorRow team={team} />
      </section>
      <May right={teams.rights.remove}>
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
      </May>
    </>
  )
}

function SecondFactorRow({ team }: { readonly team: ListedTeam }): ReactNode {
  const { profile: t } = useTexts(teamsTexts)
  const format = useFormat()
  const update = teams.useChange('update')
  const graceDays = useProject().data?.config.secondFactorGraceDays ?? 0
  return (
    <Editable right={teams.rights.update} hasNote={false}>
      <Rows kind="settings">
        <SwitchRow
          label={t.secondFactor}
          note={graceDays === 0 ? t.secondFactorAtOnce : t.secondFactorAfter(format.duration(graceDays * DAY_MILLIS))}
          value={team.secondFactorRequired}
          onSave={(secondFactorRequired) => update(team, { secondFactorRequired })}
        />
      </Rows>
    </Editable>
  )
}

function NameForm({ team, onEnd }: { readonly team: ListedTeam; readonly onEnd: () => void }): ReactNode {
  const { profile: t } = useTexts(teamsTexts)
  const { displayName } = team
  const { refetch } = teams.useRead('one', [team.id])
  const update = teams.useChange('update')
  return (
    <FormInPlace
      label={t.name}
      fields={{ displayName: nameField(t.name) }}
      stored={{ displayName }}
      readAgain={async () => (await refetch({ throwOnError: true })).data ?? { displayName }}
      onSubmit={(typed) => update(team, { displayName: typed.displayName.trim() })}
      onEnd={onEnd}
    />
  )
}
