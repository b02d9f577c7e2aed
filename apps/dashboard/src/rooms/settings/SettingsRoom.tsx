import { LABEL_MAX_CODE_POINTS } from '@portico/client/admin'
import type { AdminProjectWithHooks } from '@portico/react/internal'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download, TriangleAlert, Upload } from 'lucide-react'
import { lazy, Suspense, useMemo, type ReactNode } from 'react'

import { useEditProject, usePersonOf, useProductionModeErrors } from '../../data/project-config.ts'
import { useCurrentProject, useProject } from '../../data/projects.ts'
import { settings } from '../../data/settings.ts'
import { Button } from '../../kit/Button.tsx'
import { CopyButton } from '../../kit/CopyButton.tsx'
import { conflictsOf } from '@portico/ui/form/draft'
import { Field, Input, TextArea } from '../../kit/Field.tsx'
import { ActionRow, PropertyRow, Rows, SwitchRow } from '../../kit/Rows.tsx'
import { SaveForm } from '../../kit/SaveForm.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Failed, Section } from '../../kit/States.tsx'
import { Time } from '../../kit/Text.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { ConflictNotice, useDraft } from '../../kit/useDraft.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { ProductionWarnings } from '../../records/ProductionWarnings.tsx'
import { useCommand } from '../../shell/commands.ts'
import { PageHead } from '../../shell/PageHead.tsx'
import { RoomLink } from '../../shell/RoomLink.tsx'
import { kitTexts } from '../../texts/en/kit.ts'
import { settingsTexts } from '../../texts/en/settings.ts'
import { Owners } from './Owners.tsx'
import type { SettingsSearch } from './address.ts'
import css from './settings.module.css'

const DeleteProject = lazy(async () => ({ default: (await import('./DeleteProject.tsx')).DeleteProject }))
const ExportDialog = lazy(async () => ({ default: (await import('./ExportDialog.tsx')).ExportDialog }))
const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }))

/** Name, production mode, owners, configuration file and deletion of the project. */
export function SettingsRoom(): ReactNode {
  const t = useTexts(settingsTexts)
  const format = useFormat()
  const navigate = useNavigate()
  const { id: projectId } = useCurrentProject()
  const { dialog, remove } = useSearch({ from: '/owner/projects/$projectId/settings' })
  const project = useProject()
  const open = (search: SettingsSearch): void =>
    void navigate({ to: '/projects/$projectId/settings', params: { projectId }, search, resetScroll: false })
  const close = (): void => open({})
  const { data } = project
  useCommand({ id: 'settings invite', label: t.owners.invite, run: () => open({ dialog: 'invite' }) })
  useCommand({ id: 'settings export', label: t.file.exportLabel, run: () => open({ dialog: 'export' }) })
  useCommand({ id: 'settings import', label: t.file.importLabel, run: () => open({ dialog: 'import' }) })
  useCommand({ id: 'settings delete', label: t.remove.title, run: () => open({ dialog: 'delete' }) })
  return (
    <>
      <PageHead title={t.title} of={data?.displayName} />
      {!data &&
        (project.isError ? (
          <Failed
            title={t.loadFailed}
            error={project.error}
            isRetrying={project.isFetching}
            onRetry={() => void project.refetch()}
          />
        ) : (
          <div className="form-page">
            <RowsSkeleton kind="settings" count={6} />
          </div>
        ))}
      {data && (
        <div className="form-page">
          <Basics project={data} />
          <div className={css['ids']}>
            <Rows>
              <PropertyRow label={t.projectId} action={<CopyButton text={data.id} what={t.projectId} />}>
                <span className="mono" dir="ltr">
                  {data.id}
                </span>
              </PropertyRow>
              <PropertyRow label={t.apiUrl} action={<CopyButton text={apiUrl} what={t.apiUrl} />}>
                <span className="mono" dir="ltr">
                  {apiUrl}
                </span>
              </PropertyRow>
              <PropertyRow label={t.created}>
                <Time at={data.createdAt} isDate />
              </PropertyRow>
            </Rows>
          </div>
          <Production project={data} />
          <Owners dialog={dialog} removed={remove} onOpen={open} />
          <Section anchor="file" title={t.file.title}>
            <Rows kind="settings">
              <ActionRow label={t.file.exportLabel} note={t.file.exportNote}>
                <Button aria-haspopup="dialog" onClick={() => open({ dialog: 'export' })}>
                  <Download />
                  {t.file.export}
                </Button>
              </ActionRow>
              <ActionRow label={t.file.importLabel} note={t.file.importNote}>
                <Button aria-haspopup="dialog" onClick={() => open({ dialog: 'import' })}>
                  <Upload />
                  {t.file.import}
                </Button>
              </ActionRow>
            </Rows>
          </Section>
          <Section anchor="remove" title={t.remove.title}>
            <Rows kind="settings">
              <ActionRow
                label={<bdi>{t.remove.label(data.displayName)}</bdi>}
                note={t.remove.note(data.userCount, format.number(data.userCount))}
              >
                <Button variant="danger" aria-haspopup="dialog" onClick={() => open({ dialog: 'delete' })}>
                  {t.remove.title}
                </Button>
              </ActionRow>
            </Rows>
          </Section>
          <Suspense>
            {dialog === 'export' && <ExportDialog project={data} onClose={close} />}
            {dialog === 'import' && <ImportDialog onClose={close} />}
            {dialog === 'delete' && <DeleteProject project={data} onClose={close} />}
          </Suspense>
        </div>
      )}
    </>
  )
}

const apiUrl = new URL('api/v1', settings.baseUrl.endsWith('/') ? settings.baseUrl : `${settings.baseUrl}/`).href

function Basics({ project }: { readonly project: AdminProjectWithHooks }): ReactNode {
  const t = useTexts(settingsTexts)
  const { problems } = useTexts(kitTexts)
  const editProject = useEditProject()
  const personOf = usePersonOf()
  const { displayName, description } = project
  const latest = useMemo(() => basicsOf({ displayName, description }), [displayName, description])
  const form = useDraft(latest)
  const isNameMissing = form.values.displayName.trim() === ''
  const hasConflict = form.conflicts.length > 0
  const save = useAction(() =>
    editProject((stored, conflict) => {
      if (conflict && conflictsOf({ base: latest, typed: form.changes }, basicsOf(stored)).length > 0) throw conflict
      return form.changes
    }),
  )
  return (
    <SaveForm
      action={save}
      onSave={() => void save.run()}
      isChanged={form.isChanged && !isNameMissing}
      hasConflict={hasConflict}
      onDiscard={() => {
        form.reset()
        save.reset()
      }}
    >
      <ConflictNotice
        form={form}
        labels={{ displayName: t.name, description: t.description }}
        person={personOf(save.failure)}
      />
      <Field label={t.name} help={t.nameHelp} error={isNameMissing ? problems.empty(t.name) : null}>
        <Input
          maxLength={LABEL_MAX_CODE_POINTS}
          value={form.values.displayName}
          onChange={(event) => form.set('displayName', event.target.value)}
        />
      </Field>
      <Field label={t.description} isOptional>
        <TextArea
          rows={2}
          maxLength={LABEL_MAX_CODE_POINTS}
          value={form.values.description}
          onChange={(event) => form.set('description', event.target.value)}
        />
      </Field>
    </SaveForm>
  )
}

function basicsOf({ displayName, description }: Pick<AdminProjectWithHooks, 'displayName' | 'description'>): {
  displayName: string
  description: string
} {
  return { displayName, description: description ?? '' }
}

function Production({ project }: { readonly project: AdminProjectWithHooks }): ReactNode {
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
