import { KnownErrors } from '@portico/react'
import { useState, type ReactNode } from 'react'

import { usePersonOf, type ConflictPerson } from '../../data/project-config.ts'
import { useImportConfiguration, type ConfigurationChanges, type ImportOptions } from '../../data/project-settings.ts'
import { Button } from '../../kit/Button.tsx'
import { Note } from '../../kit/States.tsx'
import { showToast } from '../../kit/toast.ts'
import { fill } from '@portico/ui/language/fill'
import { useTexts } from '../../language/useTexts.ts'
import { FormDialog } from '../../page/form/FormDialog.tsx'
import { kitTexts } from '../../texts/en/kit.ts'
import { settingsTexts } from '../../texts/en/settings.ts'
import { ChangeList } from './ChangeList.tsx'
import { documentOf, importFields } from './forms.ts'
import css from './settings.module.css'

interface Preview {
  readonly changes: ConfigurationChanges
  readonly options: ImportOptions
  /**
   * The owner whose change invalidated an earlier preview; undefined if there was no such change, null if the owner is
   * not known.
   */
  readonly changedBy?: ConflictPerson | null
}

/** Applies a document after it has shown what the document changes. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { file: t } = useTexts(settingsTexts)
  const importConfiguration = useImportConfiguration()
  const [begun, setBegun] = useState<ImportOptions | null>(null)
  const [preview, setPreview] = useState<Preview | null>(null)
  if (preview) {
    return <PreviewDialog preview={preview} onPreview={setPreview} onClose={onClose} />
  }
  return (
    <FormDialog
      title={t.importLabel}
      lead={t.importLead}
      submit={t.preview}
      pending="comparing"
      fields={importFields(t, begun)}
      isHidden={(values) => (documentOf(values)?.sealed_secrets ? [] : ['passphrase'])}
      onSubmit={async ({ passphrase, deletesMissing, ...values }) => {
        const document = documentOf(values)
        if (!document) return false
        const options = { document, deleteMissing: deletesMissing, ...(passphrase !== '' && { passphrase }) }
        setBegun(options)
        setPreview({ options, changes: await importConfiguration({ ...options, dryRun: true }) })
        return true
      }}
      onDone={() => undefined}
      onClose={onClose}
    />
  )
}

function PreviewDialog({
  preview: { changes, changedBy, options },
  onPreview,
  onClose,
}: {
  readonly preview: Preview
  readonly onPreview: (preview: Preview | null) => void
  readonly onClose: () => void
}): ReactNode {
  const { file: t } = useTexts(settingsTexts)
  const { someoneElse } = useTexts(kitTexts)
  const importConfiguration = useImportConfiguration()
  const personOf = usePersonOf()
  const { emailTemplates, missingSecrets, permissionDefinitions, settings } = changes
  const count = settings.length + permissionDefinitions.length + emailTemplates.length
  const apply = async (): Promise<boolean> => {
    try {
      await importConfiguration({ ...options, ifVersion: changes.version })
      return true
    } catch (error) {
      if (!KnownErrors.ProjectVersionConflict.isInstance(error)) throw error
      const latest = await importConfiguration({ ...options, dryRun: true })
      onPreview({ options, changes: latest, changedBy: personOf(error) ?? null })
      return false
    }
  }
  return (
    <FormDialog
      title={t.changesTitle}
      lead={count === 0 ? t.nothing : t.changeCount(count)}
      isWide
      submit={t.importLabel}
      pending="importing"
      fields={{}}
      // Without a field, nothing changes.
      isEdit={count === 0}
      actions={
        <Button variant="ghost" onClick={() => onPreview(null)}>
          {t.back}
        </Button>
      }
      onSubmit={apply}
      onDone={() => {
        onClose()
        showToast({ text: t.applied })
      }}
      onClose={onClose}
    >
      {changedBy !== undefined && (
        <div role="alert">
          <Note tone="warn">
            {changedBy?.isYou
              ? t.changedByYou
              : fill(t.changedMeanwhile, { person: <bdi>{changedBy?.name ?? someoneElse}</bdi> })}
          </Note>
        </div>
      )}
      {missingSecrets.length > 0 && (
        <Note tone="warn">
          {t.missingSecrets}
          {missingSecrets.map((path) => (
            <bdi key={path} className={`mono ${css['secret']}`}>
              {path}
            </bdi>
          ))}
        </Note>
      )}
      {count > 0 && <ChangeList changes={changes} />}
    </FormDialog>
  )
}
