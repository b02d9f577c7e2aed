import { fill } from '@portico/ui/language/fill'
import { useState, type ReactNode } from 'react'

import { teams, type ListedTeam, type TeamConnection } from '../../data/teams.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { May } from '../../kit/May.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { ConfirmAction } from '../../page/ConfirmAction.tsx'
import { changedSettings } from '../../page/form/changed-settings.ts'
import { text } from '../../page/form/fields.tsx'
import { FormDialog } from '../../page/form/FormDialog.tsx'
import { RecordSection } from '../../page/RecordSection.tsx'
import {
  fieldsOfSettings,
  hiddenSetting,
  keepsSecret,
  settingsOf,
  valuesOfSettings,
} from '../../records/issuer-settings.tsx'
import { connectionsTexts } from '../../texts/en/connections.ts'
import { issuersTexts } from '../../texts/en/issuers.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { ConnectionRow } from './ConnectionRow.tsx'

type Shown =
  | { readonly dialog: 'edit'; readonly connection: TeamConnection | undefined }
  | { readonly dialog: 'delete' | 'claim'; readonly connection: TeamConnection }
  | { readonly dialog: 'release'; readonly connection: TeamConnection; readonly domain: string }

/** A team's connections to its own OpenID Connect issuers. */
export function ConnectionsTab({ team }: { readonly team: ListedTeam }): ReactNode {
  const t = useTexts(connectionsTexts)
  const [shown, show] = useState<Shown | null>(null)
  const remove = teams.useChange('removeConnection')
  const release = teams.useChange('releaseDomain')
  const claim = teams.useChange('claimDomain')
  const close = (): void => show(null)
  return (
    <RecordSection
      title={t.title}
      action={
        <May right={teams.rights.createConnection}>
          <LinkButton onClick={() => show({ dialog: 'edit', connection: undefined })}>{t.add}</LinkButton>
        </May>
      }
      query={teams.useRead('connections', [team])}
      failed={t.loadFailed}
      empty={t.none}
      row={(connection) => (
        <ConnectionRow
          team={team}
          connection={connection}
          onEdit={() => show({ dialog: 'edit', connection })}
          onDelete={() => show({ dialog: 'delete', connection })}
          onClaim={() => show({ dialog: 'claim', connection })}
          onRelease={(domain) => show({ dialog: 'release', connection, domain })}
        />
      )}
    >
      {shown?.dialog === 'edit' && <EditConnection team={team} edited={shown.connection} onClose={close} />}
      {shown?.dialog === 'claim' && (
        <FormDialog
          title={t.claim}
          lead={t.claimLead}
          pending="adding"
          fields={{
            domain: text({ label: t.domain, isCode: true, isRequired: true, input: { placeholder: 'acme.com' } }),
          }}
          onSubmit={({ domain }) => claim(team, shown.connection, domain.trim())}
          onClose={close}
        />
      )}
      {shown?.dialog === 'release' && (
        <ConfirmAction
          title={t.release}
          consequence={fill(t.releaseText, { domain: <bdi className="strong">{shown.domain}</bdi> })}
          pending="removing"
          run={() => release(team, shown.connection, shown.domain)}
          onClose={close}
        />
      )}
      {shown?.dialog === 'delete' && (
        <ConfirmAction
          title={t.delete}
          consequence={fill(t.deleteText, { name: <bdi className="strong">{shown.connection.displayName}</bdi> })}
          pending="deleting"
          run={() => remove(team, shown.connection)}
          onClose={close}
        />
      )}
    </RecordSection>
  )
}

/** A secret belongs to one client. */
const fieldsOfOptions = {
  displayName: ['displayName'],
  iconUrl: ['iconUrl'],
  clientId: ['clientId'],
  scopes: ['scopes'],
  authentication: ['clientId', 'method', 'clientSecret', 'audience'],
} as const

/**
 * Creates a connection, or edits one that another owner may change at the same time. The service reads the document of
 * a new issuer, and its refusal says what was tried.
 */
function EditConnection({
  team,
  edited,
  onClose,
}: {
  readonly team: ListedTeam
  /** As the list had it when the dialog was opened. */
  readonly edited: TeamConnection | undefined
  readonly onClose: () => void
}): ReactNode {
  const t = useTexts(connectionsTexts)
  const issuers = useTexts(issuersTexts)
  const { problems, save } = useTexts(kitTexts)
  const create = teams.useChange('createConnection')
  const update = teams.useChange('updateConnection')
  const { data, refetch } = teams.useRead('connections', [team])
  const newestOf = (connections: typeof data): TeamConnection | undefined =>
    connections?.find(({ id }) => id === edited?.id) ?? edited
  const stored = newestOf(data)
  return (
    <FormDialog
      title={stored ? t.editTitle : t.add}
      lead={stored ? undefined : t.addLead}
      {...(stored && { submit: save })}
      pending="saving"
      isEdit={stored !== undefined}
      stored={valuesOfSettings(stored)}
      readAgain={stored && (async () => valuesOfSettings(newestOf((await refetch({ throwOnError: true })).data)))}
      fields={fieldsOfSettings(issuers, stored)}
      // The issuer of a connection never changes.
      isHidden={(typed) => [...(stored ? (['issuerUrl'] as const) : []), hiddenSetting(typed)]}
      problemsBetween={(typed) =>
        typed.method === 'private_key_jwt' || typed.clientSecret.trim() !== '' || keepsSecret(typed, stored)
          ? {}
          : { clientSecret: stored ? issuers.secretAgain : problems.empty(issuers.clientSecret) }
      }
      onSubmit={(typed, changes) => {
        const { issuerUrl, ...options } = settingsOf(typed, stored)
        return stored
          ? update(team, stored, changedSettings(options, changes, fieldsOfOptions))
          : create(team, { ...options, issuerUrl })
      }}
      onClose={onClose}
    />
  )
}
