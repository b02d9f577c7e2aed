import { BODY_WITH_DOCUMENT_MAX_BYTES } from '@portico/client/admin'
import { KnownErrors } from '@portico/react'
import { ArrowRight, Minus, Pencil, Plus } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'

import { usePersonOf, type ConflictPerson } from '../../data/project-config.ts'
import {
  useImportConfiguration,
  type ConfigurationChanges,
  type ConfigurationDocument,
  type ImportOptions,
} from '../../data/project-settings.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Checkbox, Field, Input, Option } from '../../kit/Field.tsx'
import { parseJsonObject } from '../../kit/json.ts'
import { PasswordInput } from '../../kit/PasswordInput.tsx'
import { Note } from '../../kit/States.tsx'
import { showToast } from '../../kit/toast.ts'
import { useAction, type Action } from '@portico/ui/form/useAction'
import { fill } from '@portico/ui/language/fill'
import { useTexts } from '../../language/useTexts.ts'
import { ActFailure } from '../../kit/ActFailure.tsx'
import { kitTexts } from '../../texts/en/kit.ts'
import { settingsTexts, type SettingsTexts } from '../../texts/en/settings.ts'
import { linesOfChange, type ChangeLine } from './change-lines.ts'
import css from './settings.module.css'

interface Preview {
  readonly changes: ConfigurationChanges
  readonly options: ImportOptions
  /** The owner whose change invalidated an earlier preview; undefined if there was no such change, null if the owner is not known. */
  readonly changedBy?: ConflictPerson | null
}

/** Applies a document after it has shown what the document changes. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { file: t } = useTexts(settingsTexts)
  const { cancel } = useTexts(kitTexts)
  const importConfiguration = useImportConfiguration()
  const personOf = usePersonOf()
  const [document, setDocument] = useState<ConfigurationDocument | null>(null)
  const [fileError, setFileError] = useState<string | null>(null)
  const [passphrase, setPassphrase] = useState('')
  const [deletesMissing, setDeletesMissing] = useState(false)
  const [preview, setPreview] = useState<Preview | null>(null)

  const compare = useAction(async () => {
    if (!document) return
    const options: ImportOptions = {
      document,
      deleteMissing: deletesMissing,
      ...(passphrase !== '' && { passphrase }),
    }
    setPreview({ options, changes: await importConfiguration({ ...options, dryRun: true }) })
  })
  const apply = useAction(async () => {
    if (!preview) return
    const { changes, options } = preview
    try {
      await importConfiguration({ ...options, ifVersion: changes.version })
    } catch (error) {
      if (!KnownErrors.ProjectVersionConflict.isInstance(error)) throw error
      const latest = await importConfiguration({ ...options, dryRun: true })
      setPreview({ options, changes: latest, changedBy: personOf(error) ?? null })
      return
    }
    onClose()
    showToast({ text: t.applied })
  })
  const chosen = useRef<File>(undefined)
  const choose = async (file: File | undefined): Promise<void> => {
    chosen.current = file
    const read = file ? await readDocument(file, t) : null
    // Another file may have been chosen while this one was read.
    if (chosen.current !== file) return
    setDocument(typeof read === 'string' ? null : read)
    setFileError(typeof read === 'string' ? read : null)
  }

  if (preview) {
    return (
      <PreviewDialog
        preview={preview}
        apply={apply}
        onBack={() => {
          apply.reset()
          setPreview(null)
        }}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog
      title={t.importLabel}
      lead={t.importLead}
      onClose={onClose}
      onSubmit={() => {
        if (document) void compare.run()
        else if (fileError === null) setFileError(t.fileMissing)
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
          className={css['file'] ?? ''}
          accept="application/json,.json"
          data-autofocus=""
          onChange={(event) => void choose(event.target.files?.[0])}
        />
      </Field>
      {document?.sealed_secrets && (
        <Field label={t.passphrase} help={t.importPassphraseHelp} isOptional>
          <PasswordInput value={passphrase} onChange={(event) => setPassphrase(event.target.value)} />
        </Field>
      )}
      <Option control={<Checkbox checked={deletesMissing} onChange={setDeletesMissing} />} note={t.deleteMissingNote}>
        {t.deleteMissing}
      </Option>
      <ActFailure failure={compare.failure} onRepeat={() => void compare.run()} />
    </Dialog>
  )
}

function PreviewDialog({
  preview: { changes, changedBy },
  apply,
  onBack,
  onClose,
}: {
  readonly preview: Preview
  readonly apply: Action<[]>
  readonly onBack: () => void
  readonly onClose: () => void
}): ReactNode {
  const { file: t } = useTexts(settingsTexts)
  const { someoneElse } = useTexts(kitTexts)
  const { missingSecrets, permissionDefinitions, settings } = changes
  const count = settings.length + permissionDefinitions.length
  return (
    <Dialog
      title={t.changesTitle}
      lead={count === 0 ? t.nothing : t.changeCount(count)}
      isWide
      onClose={onClose}
      onSubmit={() => count > 0 && void apply.run()}
      footer={
        <>
          <Button variant="ghost" onClick={onBack}>
            {t.back}
          </Button>
          <Button type="submit" variant="primary" disabled={count === 0} phase={apply.phase} pendingLabel={t.applying}>
            {t.importLabel}
          </Button>
        </>
      }
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
      {count > 0 && (
        // A list that scrolls is reached with the keyboard.
        <ul className={css['changes']} tabIndex={0} aria-label={t.changesTitle}>
          {settings.flatMap(({ field, before, after }) =>
            linesOfChange(field, before, after).map((line, index) => <Line key={`${field} ${index}`} line={line} />),
          )}
          {permissionDefinitions.map(({ scope, id, change, before, after }) => (
            <li key={`${scope} ${id}`} data-change={change}>
              {signs[change]}
              <div>
                <p>{fill(t.permission[change], { id: <bdi className="mono">{id}</bdi> })}</p>
                {change === 'updated' && (
                  <ul>
                    {linesOfChange('', before, after).map((line, index) => (
                      <Line key={index} line={line} />
                    ))}
                  </ul>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      <ActFailure failure={apply.failure} onRepeat={() => void apply.run()} />
    </Dialog>
  )
}

const signs = {
  added: <Plus />,
  changed: <Pencil />,
  created: <Plus />,
  deleted: <Minus />,
  removed: <Minus />,
  secret: <Pencil />,
  updated: <Pencil />,
}

function Line({ line }: { readonly line: ChangeLine }): ReactNode {
  const { file: t } = useTexts(settingsTexts)
  return (
    <li data-change={line.kind}>
      {signs[line.kind]}
      <div>
        <bdi className="mono">{line.path.replace(/^\./, '')}</bdi>
        <p className={css['value']}>
          {line.kind === 'secret' ? (
            t.secretChanges
          ) : line.kind === 'changed' ? (
            <>
              <Value value={line.before} label={t.before} />
              <ArrowRight className="flip" />
              <Value value={line.after} label={t.after} />
            </>
          ) : (
            <Value value={line.entry} label={t[line.kind]} />
          )}
        </p>
      </div>
    </li>
  )
}

/** A value as in the document; the label is for screen readers. */
function Value({ value, label }: { readonly value: unknown; readonly label: string }): ReactNode {
  return (
    <>
      <span className="sr">{label}: </span>
      <code dir="ltr">{value === undefined ? '–' : JSON.stringify(value)}</code>
    </>
  )
}

/** Returns the document, or the problem with the file. The service checks its content. */
async function readDocument(file: File, t: SettingsTexts['file']): Promise<ConfigurationDocument | string> {
  if (file.size > BODY_WITH_DOCUMENT_MAX_BYTES) return t.notDocument
  const text = await file.text().catch(() => null)
  if (text === null) return t.unreadable
  const parsed = parseJsonObject(text)
  if (!parsed.ok) return t.notJson(parsed.line)
  const { format } = parsed.value as { format?: unknown }
  // Unchecked cast: the service refuses a document with other fields and names them.
  return format === 'portico-project' ? (parsed.value as ConfigurationDocument) : t.notDocument
}
