import { useState, type ReactNode } from 'react'

import {
  useImportConfiguration,
  type ConfigurationChanges,
  type ConfigurationDocument,
  type ImportOptions,
} from '../../data/project-settings.ts'
import { announce } from '../../kit/announce.ts'
import { Button } from '../../kit/Button.tsx'
import { CodeBlock } from '../../kit/CodeBlock.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Checkbox, Field, Input, Option } from '../../kit/Field.tsx'
import { parseJsonObject } from '../../kit/json.ts'
import { Note } from '../../kit/States.tsx'
import { useAction } from '../../kit/useAction.ts'
import { fill } from '../../language/fill.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { ActFailure } from '../../shell/SignInAgain.tsx'
import type { SettingsTexts } from '../../texts/settings.en.ts'
import { kitTexts } from '../../texts/kit.ts'
import { settingsTexts } from '../../texts/settings.ts'
import css from './settings.module.css'

/** Applies a document after it has shown what the document changes. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { file: t } = useTexts(settingsTexts)
  const { cancel } = useTexts(kitTexts)
  const importConfiguration = useImportConfiguration()
  const [file, setFile] = useState<File | null>(null)
  const [fileError, setFileError] = useState<string | null>(null)
  const [passphrase, setPassphrase] = useState('')
  const [deletesMissing, setDeletesMissing] = useState(false)
  const [preview, setPreview] = useState<{ changes: ConfigurationChanges; options: ImportOptions } | null>(null)

  const compare = useAction(async () => {
    if (!file) return
    const read = readDocument(await file.text(), t)
    if (typeof read === 'string') {
      setFileError(read)
      return
    }
    const options: ImportOptions = {
      document: read,
      deleteMissing: deletesMissing,
      ...(passphrase !== '' && { passphrase }),
    }
    setPreview({ options, changes: await importConfiguration({ ...options, dryRun: true }) })
  })
  const apply = useAction(async () => {
    if (!preview) return
    await importConfiguration({ ...preview.options, ifVersion: preview.changes.version })
    announce(t.applied)
    onClose()
  })

  if (preview) {
    const count = preview.changes.settings.length + preview.changes.permissionDefinitions.length
    return (
      <Dialog
        title={t.changesTitle}
        lead={count === 0 ? t.nothing : t.changeCount(count)}
        isWide
        onClose={onClose}
        onSubmit={() => count > 0 && void apply.run()}
        footer={
          <>
            <Button
              variant="ghost"
              onClick={() => {
                apply.reset()
                setPreview(null)
              }}
            >
              {t.back}
            </Button>
            <Button
              type="submit"
              variant="primary"
              disabled={count === 0}
              phase={apply.phase}
              pendingLabel={t.applying}
            >
              {t.importLabel}
            </Button>
          </>
        }
      >
        <Changes changes={preview.changes} />
        <ActFailure failure={apply.failure} onRepeat={() => void apply.run()} />
      </Dialog>
    )
  }
  return (
    <Dialog
      title={t.importLabel}
      lead={t.importLead}
      onClose={onClose}
      onSubmit={() => {
        if (file) void compare.run()
        else setFileError(t.fileMissing)
      }}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" variant="primary" phase={compare.phase} pendingLabel={t.previewing}>
            {t.preview}
          </Button>
        </>
      }
    >
      <Field label={t.file} error={fileError}>
        <Input
          type="file"
          accept="application/json,.json"
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null)
            setFileError(null)
          }}
        />
      </Field>
      <Field label={t.passphrase} help={t.importPassphraseHelp} isOptional>
        <Input
          type="password"
          autoComplete="off"
          value={passphrase}
          onChange={(event) => setPassphrase(event.target.value)}
        />
      </Field>
      <Option control={<Checkbox checked={deletesMissing} onChange={setDeletesMissing} />} note={t.deleteMissingNote}>
        {t.deleteMissing}
      </Option>
      <ActFailure failure={compare.failure} onRepeat={() => void compare.run()} />
    </Dialog>
  )
}

function Changes({ changes }: { readonly changes: ConfigurationChanges }): ReactNode {
  const { file: t } = useTexts(settingsTexts)
  return (
    <>
      {changes.missingSecrets.length > 0 && (
        <div className={css['missing']}>
          <Note tone="warn">
            {t.missingSecrets} <bdi className="mono">{changes.missingSecrets.join(', ')}</bdi>
          </Note>
        </div>
      )}
      <div className={css['changes']} tabIndex={0} role="region" aria-label={t.changesTitle}>
        {changes.settings.map(({ field, before, after }) => (
          <div key={field}>
            <h3>
              <bdi className="mono">{field}</bdi>
            </h3>
            <Values before={before} after={after} />
          </div>
        ))}
        {changes.permissionDefinitions.map(({ scope, id, change, before, after }) => (
          <div key={`${scope} ${id}`}>
            <h3>{fill(t.permission[change], { id: <bdi className="mono">{id}</bdi> })}</h3>
            {change === 'updated' && <Values before={before} after={after} />}
          </div>
        ))}
      </div>
    </>
  )
}

function Values({ before, after }: { readonly before: unknown; readonly after: unknown }): ReactNode {
  const { file: t } = useTexts(settingsTexts)
  return (
    <div className={css['values']}>
      <CodeBlock title={t.before} code={JSON.stringify(before, null, 2)} isWrapped />
      <CodeBlock title={t.after} code={JSON.stringify(after, null, 2)} isWrapped />
    </div>
  )
}

/** Returns the document, or what is wrong with the file. The service checks its content. */
function readDocument(text: string, t: SettingsTexts['file']): ConfigurationDocument | string {
  const parsed = parseJsonObject(text)
  if (!parsed.ok) return t.notJson(parsed.line)
  const { format } = parsed.value as { format?: unknown }
  // Unchecked cast: the service refuses a document with other fields and names them.
  return format === 'portico-project' ? (parsed.value as ConfigurationDocument) : t.notDocument
}
