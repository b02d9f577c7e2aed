import type { AdminProjectWithHooks } from '@portico/react/internal'
import { lazy, Suspense, useState, type ReactNode } from 'react'

import { personOf, useProductionModeErrors } from '../../data/project-config.ts'
import { useUpdateProject } from '../../data/project-settings.ts'
import { useProject } from '../../data/projects.ts'
import { settings } from '../../data/settings.ts'
import { Button } from '../../kit/Button.tsx'
import { CopyButton } from '../../kit/CopyButton.tsx'
import { Field, Input, TextArea } from '../../kit/Field.tsx'
import { PropertyRow, Rows, SwitchRow } from '../../kit/Rows.tsx'
import { SaveForm } from '../../kit/SaveForm.tsx'
import { Failed, Section } from '../../kit/States.tsx'
import { useAction } from '../../kit/useAction.ts'
import { ConflictNotice, useDraft } from '../../kit/useDraft.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormat } from '../../language/format.ts'
import { PageHead } from '../../shell/PageHead.tsx'
import { RoomLink } from '../../shell/RoomLink.tsx'
import { settingsTexts } from '../../texts/settings.ts'
import { Owners } from './Owners.tsx'
import css from './settings.module.css'

const DeleteProject = lazy(async () => ({ default: (await import('./DeleteProject.tsx')).DeleteProject }))
const ExportDialog = lazy(async () => ({ default: (await import('./ExportDialog.tsx')).ExportDialog }))
const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }))

type OpenDialog = 'export' | 'import' | 'delete' | null

/** Name, production mode, owners, configuration file and deletion of the project. */
export function SettingsRoom(): ReactNode {
  const t = useTexts(settingsTexts)
  const format = useFormat()
  const project = useProject()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const close = (): void => setDialog(null)
  const { data } = project
  return (
    <>
      <PageHead title={t.title} of={data?.displayName} />
      {project.isError && !data && (
        <Failed title={t.loadFailed} error={project.error} onRetry={() => void project.refetch()} />
      )}
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
              <PropertyRow label={t.created}>{format.date(data.createdAt)}</PropertyRow>
            </Rows>
          </div>
          <Production project={data} />
          <Owners />
          <Section title={t.file.title}>
            <Rows kind="settings">
              <ActionRow label={t.file.exportLabel} note={t.file.exportNote}>
                <Button aria-haspopup="dialog" onClick={() => setDialog('export')}>
                  {t.file.export}
                </Button>
              </ActionRow>
              <ActionRow label={t.file.importLabel} note={t.file.importNote}>
                <Button aria-haspopup="dialog" onClick={() => setDialog('import')}>
                  {t.file.import}
                </Button>
              </ActionRow>
            </Rows>
          </Section>
          <Section title={t.remove.title}>
            <Rows kind="settings">
              <ActionRow
                label={<bdi>{t.remove.label(data.displayName)}</bdi>}
                note={t.remove.note(format.number(data.userCount))}
              >
                <Button variant="danger" aria-haspopup="dialog" onClick={() => setDialog('delete')}>
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
  const updateProject = useUpdateProject()
  const { displayName, description } = project
  const latest = useStable({ displayName, description: description ?? '' })
  const form = useDraft(latest)
  const isNameMissing = form.values.displayName.trim() === ''
  const save = useAction(async () => {
    await updateProject(project, form.changes)
    form.reset()
  })
  return (
    <SaveForm save={save} isChanged={form.isChanged && !isNameMissing} onDiscard={form.reset}>
      <ConflictNotice
        form={form}
        labels={{ displayName: t.name, description: t.description }}
        person={personOf(save.failure)}
      />
      <Field label={t.name} help={t.nameHelp} error={isNameMissing ? t.nameEmpty : null}>
        <Input
          maxLength={256}
          value={form.values.displayName}
          onChange={(event) => form.set('displayName', event.target.value)}
        />
      </Field>
      <Field label={t.description} isOptional>
        <TextArea
          rows={2}
          maxLength={1_000}
          value={form.values.description}
          onChange={(event) => form.set('description', event.target.value)}
        />
      </Field>
    </SaveForm>
  )
}

/** Keeps the object while its values stay, so that the draft compares them only after a change. */
function useStable(values: { displayName: string; description: string }): typeof values {
  const [kept, setKept] = useState(values)
  if (kept.displayName === values.displayName && kept.description === values.description) return kept
  setKept(values)
  return values
}

function Production({ project }: { readonly project: AdminProjectWithHooks }): ReactNode {
  const t = useTexts(settingsTexts)
  const updateProject = useUpdateProject()
  const findings = useProductionModeErrors().data?.length ?? 0
  const isBlocked = !project.isProductionMode && findings > 0
  return (
    <Section title={t.production.title}>
      <Rows kind="settings">
        <SwitchRow
          label={t.production.mode}
          note={t.production.note}
          value={project.isProductionMode}
          onSave={(isProductionMode) => updateProject(project, { isProductionMode })}
          {...(isBlocked && {
            disabledReason: (
              <span className="warn-text">
                {t.production.findings(findings)} <RoomLink room="domains">{t.production.show}</RoomLink>
              </span>
            ),
          })}
        />
      </Rows>
    </Section>
  )
}

function ActionRow({
  label,
  note,
  children,
}: {
  readonly label: ReactNode
  readonly note: string
  readonly children: ReactNode
}): ReactNode {
  return (
    <li>
      <div className="row-label">
        {label}
        <span className="row-note">{note}</span>
      </div>
      <div className="row-action">{children}</div>
    </li>
  )
}
