import type { AdminProjectWithHooks } from '@portico/react/internal'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download, TriangleAlert, Upload } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'

import * as endpointRights from '../../data/endpoint-rights.ts'
import { owners } from '../../data/owners.ts'
import {
  settingsRight,
  throwIfConcerned,
  useEditProject,
  usePersonOf,
  useProductionModeErrors,
} from '../../data/project-config.ts'
import { useCurrentProject, useProject } from '../../data/projects.ts'
import { settings } from '../../data/settings.ts'
import { Button } from '../../kit/Button.tsx'
import { CopyButton } from '../../kit/CopyButton.tsx'
import { May, useMay } from '../../kit/May.tsx'
import { ActionRow, PropertyRow, Rows, SwitchRow } from '../../kit/Rows.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Section } from '../../kit/States.tsx'
import { Time } from '../../kit/Text.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { SaveFields } from '../../page/form/SaveFields.tsx'
import { Editable } from '../../page/form/Editable.tsx'
import { Loaded } from '../../page/Loaded.tsx'
import { ProductionWarnings } from '../../records/ProductionWarnings.tsx'
import { useCommand } from '../../shell/commands.ts'
import { PageHead } from '../../shell/PageHead.tsx'
import { RoomLink } from '../../shell/RoomLink.tsx'
import { settingsTexts } from '../../texts/en/settings.ts'
import type { SettingsSearch } from './address.ts'
import { basicsFields, basicsOf, basicsUpdate } from './forms.ts'
import { Owners } from './Owners.tsx'
import css from './settings.module.css'

const DeleteProject = lazy(async () => ({ default: (await import('./DeleteProject.tsx')).DeleteProject }))
const ExportDialog = lazy(async () => ({ default: (await import('./ExportDialog.tsx')).ExportDialog }))
const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }))

interface PartProps {
  readonly project: AdminProjectWithHooks
  readonly onOpen: (search: SettingsSearch) => void
}

/** Name, production mode, owners, configuration file and deletion of the project. */
export function SettingsRoom(): ReactNode {
  const t = useTexts(settingsTexts)
  const navigate = useNavigate()
  const { id: projectId } = useCurrentProject()
  const search = useSearch({ from: '/owner/projects/$projectId/settings' })
  const query = useProject()
  const open = (next: SettingsSearch): void =>
    void navigate({ to: '/projects/$projectId/settings', params: { projectId }, search: next, resetScroll: false })
  const close = (): void => open({})
  const { dialog } = search
  const may = useMay()
  const mayImport = may(endpointRights.importConfiguration)
  const mayDelete = may(endpointRights.deleteCurrentProject)
  const inviteCommand = { id: 'settings invite', label: t.owners.invite, run: () => open({ dialog: 'invite' }) }
  useCommand(may(owners.rights.invite) ? inviteCommand : null)
  useCommand({ id: 'settings export', label: t.file.exportLabel, run: () => open({ dialog: 'export' }) })
  const importCommand = { id: 'settings import', label: t.file.importLabel, run: () => open({ dialog: 'import' }) }
  useCommand(mayImport ? importCommand : null)
  const deleteCommand = { id: 'settings delete', label: t.remove.title, run: () => open({ dialog: 'delete' }) }
  useCommand(mayDelete ? deleteCommand : null)
  return (
    <>
      <PageHead title={t.title} of={query.data?.displayName} />
      <Loaded
        query={query}
        failed={t.loadFailed}
        skeleton={
          <div className="form-page">
            <RowsSkeleton kind="settings" count={6} />
          </div>
        }
      >
        {(project) => (
          <div className="form-page">
            <BasicsForm project={project} />
            <Ids project={project} />
            <Editable right={settingsRight} hasNote={false}>
              <Production project={project} />
            </Editable>
            <Owners project={project} search={search} onOpen={open} />
            <Dangers project={project} onOpen={open} />
            <Suspense>
              {dialog === 'export' && <ExportDialog onClose={close} />}
              {dialog === 'import' && mayImport && <ImportDialog onClose={close} />}
              {dialog === 'delete' && mayDelete && <DeleteProject project={project} onClose={close} />}
            </Suspense>
          </div>
        )}
      </Loaded>
    </>
  )
}

const apiUrl = new URL('api/v1', settings.baseUrl.endsWith('/') ? settings.baseUrl : `${settings.baseUrl}/`).href

function BasicsForm({ project }: Pick<PartProps, 'project'>): ReactNode {
  const t = useTexts(settingsTexts)
  const editProject = useEditProject()
  const stored = basicsOf(project)
  return (
    <SaveFields
      right={settingsRight}
      stored={stored}
      fields={basicsFields(t, project.config.defaultLocale)}
      personOf={usePersonOf()}
      onSubmit={(_values, changes) =>
        editProject((latest, conflict) => {
          throwIfConcerned(conflict, { base: stored, typed: changes }, basicsOf(latest))
          return basicsUpdate(changes)
        })
      }
    />
  )
}

function Ids({ project }: Pick<PartProps, 'project'>): ReactNode {
  const t = useTexts(settingsTexts)
  const ids = [
    [t.projectId, project.id],
    [t.apiUrl, apiUrl],
  ] as const
  return (
    <div className={css['ids']}>
      <Rows>
        {ids.map(([label, value]) => (
          <PropertyRow key={label} label={label} action={<CopyButton text={value} what={label} />}>
            <span className="mono" dir="ltr">
              {value}
            </span>
          </PropertyRow>
        ))}
        <PropertyRow label={t.created}>
          <Time at={project.createdAt} isDate />
        </PropertyRow>
      </Rows>
    </div>
  )
}

/** The configuration file, and the deletion of the project. */
function Dangers({ project: { displayName, userCount }, onOpen }: PartProps): ReactNode {
  const { file, remove } = useTexts(settingsTexts)
  const format = useFormat()
  return (
    <>
      <Section anchor="file" title={file.title}>
        <Rows kind="settings">
          <ActionRow label={file.exportLabel} note={file.exportNote}>
            <Button aria-haspopup="dialog" onClick={() => onOpen({ dialog: 'export' })}>
              <Download />
              {file.export}
            </Button>
          </ActionRow>
          <May right={endpointRights.importConfiguration}>
            <ActionRow label={file.importLabel} note={file.importNote}>
              <Button aria-haspopup="dialog" onClick={() => onOpen({ dialog: 'import' })}>
                <Upload />
                {file.import}
              </Button>
            </ActionRow>
          </May>
        </Rows>
      </Section>
      <May right={endpointRights.deleteCurrentProject}>
        <Section anchor="remove" title={remove.title}>
          <Rows kind="settings">
            <ActionRow
              label={<bdi>{remove.label(displayName)}</bdi>}
              note={remove.note(userCount, format.number(userCount))}
            >
              <Button variant="danger" aria-haspopup="dialog" onClick={() => onOpen({ dialog: 'delete' })}>
                {remove.title}
              </Button>
            </ActionRow>
          </Rows>
        </Section>
      </May>
    </>
  )
}

function Production({ project }: Pick<PartProps, 'project'>): ReactNode {
  const t = useTexts(settingsTexts)
  const editProject = useEditProject()
  const findings = useProductionModeErrors().data?.length ?? 0
  const isBlocked = !project.isProductionMode && findings > 0
  return (
    <Section title={t.production.title}>
      <Rows kind="settings">
        <SwitchRow
          anchor="isProductionMode"
          label={t.production.mode}
          note={t.production.note}
          value={project.isProductionMode}
          onSave={(isProductionMode) => editProject(() => ({ isProductionMode }))}
          {...(isBlocked && {
            disabledReason: (
              <span className={css['findings']}>
                <TriangleAlert className="warn-text" />
                {t.production.findings(findings)} <RoomLink room="domains">{t.production.show}</RoomLink>
              </span>
            ),
          })}
        />
      </Rows>
      <ProductionWarnings config={project.config} />
    </Section>
  )
}
