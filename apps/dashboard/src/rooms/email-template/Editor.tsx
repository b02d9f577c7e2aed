import type { EmailDocument } from '@portico/protocols/email-document/block-types'
import { checkDocument } from '@portico/protocols/email-document/check-document'
import { EMAIL_SUBJECT_MAX_CODE_POINTS } from '@portico/client/admin'
import { useDeferredValue, useMemo, useRef, useState, type ReactNode } from 'react'

import { emailTemplates, variablesOf, type EmailTemplate, type WrittenTemplate } from '../../data/email-templates.ts'
import { ActFailure } from '../../kit/ActFailure.tsx'
import { Button } from '../../kit/Button.tsx'
import { Note } from '../../kit/States.tsx'
import { useUnsaved } from '../../kit/unsaved.ts'
import { useTexts } from '../../language/useTexts.ts'
import { ConfirmAction } from '../../page/ConfirmAction.tsx'
import { ConflictNotice } from '../../page/form/ConflictNotice.tsx'
import { custom, text, type FieldsOf } from '../../page/form/fields.tsx'
import { useSaving } from '../../page/form/useSaving.tsx'
import { SharedServerNote } from '../../records/SharedServerNote.tsx'
import { templatesTexts, type TemplatesTexts } from '../../texts/en/templates.ts'
import css from './editor.module.css'
import { HistoryDialog } from './HistoryDialog.tsx'
import { JsonDialog } from './JsonDialog.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { Parts } from './Parts.tsx'
import { Preview } from './Preview.tsx'
import { ProblemList } from './Problems.tsx'
import { problemsOf, type Problem } from '../../data/template-problems.ts'
import { VariableText } from './VariableText.tsx'

export interface EditorProps {
  readonly template: EmailTemplate
  /** The language of the project. */
  readonly projectLocale: string
  readonly from: string
  /** The project sends through the shared mail server. */
  readonly isReadOnly: boolean
  readonly readAgain: () => Promise<EmailTemplate | undefined>
  /** The head of the page with its buttons. */
  readonly head: (actions: ReactNode) => ReactNode
}

type Dialog = 'json' | 'history' | 'reset' | { readonly errors: readonly Problem[]; readonly template: string } | null

/** Changes the words, the blocks and the colours of a mail beside its preview. */
export function Editor({ template, projectLocale, from, isReadOnly, readAgain, head }: EditorProps): ReactNode {
  const t = useTexts(templatesTexts)
  const { type } = template
  const variables = variablesOf(type)
  const update = emailTemplates.useChange('update')
  const [dialog, setDialog] = useState<Dialog>(null)
  const confirmed = useRef<string>(null)
  /** The version that was compared with what is typed. */
  const latest = useRef(template)
  const stored = useMemo(() => writtenOf(template), [template])
  const fields = fieldsOf(t)
  const saving = useSaving<WrittenTemplate, true>({
    fields,
    stored,
    readAgain: async () => {
      latest.current = (await readAgain()) ?? template
      return writtenOf(latest.current)
    },
    onSubmit: async (values, changes) => {
      const errors = problemsOf(values, variables, t).filter(({ isSevere }) => isSevere)
      const written = JSON.stringify(values)
      if (errors.length > 0 && confirmed.current !== written) {
        setDialog({ errors, template: written })
        return false
      }
      await update(latest.current, changes)
      return true
    },
  })
  const { form, action, hasConflict } = saving.state
  // Another language is only another search parameter, but another template.
  useUnsaved(form.isChanged, 'changes', true)
  const { content, subject } = form.values
  const typed = useMemo(() => ({ subject, content }), [subject, content])
  // The preview comes first.
  const searched = useDeferredValue(typed)
  const problems = useMemo(() => problemsOf(searched, variables, t), [searched, variables, t])
  return (
    <>
      {head(
        !isReadOnly && (
          <>
            {saving.discardButton || <StoredActions template={template} onOpen={setDialog} />}
            {saving.saveButton}
          </>
        ),
      )}
      <div className={css['notices']}>
        <SharedServerNote />
        {!isReadable(template) && <Note tone="warn">{t.unreadable}</Note>}
        <ConflictNotice fields={fields} form={form} />
        {!hasConflict && <ActFailure failure={action.failure} onRepeat={saving.save} />}
      </div>
      <Parts
        subject={
          <>
            <LanguageChoice template={template} projectLocale={projectLocale} />
            <fieldset className={css['subject']} disabled={isReadOnly}>
              <VariableText field={fields.subject} binding={form.field('subject')} variables={variables} />
            </fieldset>
            <ProblemList problems={problems.filter(({ block, isSubject }) => block === null && isSubject)} />
          </>
        }
        document={content}
        problems={problems}
        variables={variables}
        isReadOnly={isReadOnly}
        attributes={saving.attributes}
        onChange={(changed) => form.set('content', changed)}
        onJson={() => setDialog('json')}
        preview={<Preview template={typed} locale={template.locale} variables={variables} from={from} />}
      />
      <Dialogs
        dialog={dialog}
        template={template}
        document={content}
        onUse={(changed) => form.set('content', changed)}
        onRestore={(version) => {
          form.set('subject', version.subject)
          form.set('content', version.content)
        }}
        onReset={form.reset}
        onConfirm={(written) => {
          confirmed.current = written
          saving.save()
        }}
        onClose={() => setDialog(null)}
      />
    </>
  )
}

interface StoredActionsProps {
  readonly template: EmailTemplate
  readonly onOpen: (dialog: 'history' | 'reset') => void
}

/** What can be done with the stored template, while nothing is typed. */
function StoredActions({ template: { isDefault, version }, onOpen }: StoredActionsProps): ReactNode {
  const t = useTexts(templatesTexts)
  return (
    <>
      {version > 0 && (
        <Button variant="ghost" onClick={() => onOpen('history')}>
          {t.history.open}
        </Button>
      )}
      {!isDefault && (
        <Button variant="ghost" onClick={() => onOpen('reset')}>
          {t.reset}
        </Button>
      )}
    </>
  )
}

interface DialogsProps {
  readonly dialog: Dialog
  readonly template: EmailTemplate
  readonly document: EmailDocument
  readonly onUse: (document: EmailDocument) => void
  readonly onRestore: (version: WrittenTemplate) => void
  readonly onReset: () => void
  readonly onConfirm: (written: string) => void
  readonly onClose: () => void
}

function Dialogs({
  dialog,
  template,
  document,
  onUse,
  onRestore,
  onReset,
  onConfirm,
  onClose,
}: DialogsProps): ReactNode {
  const t = useTexts(templatesTexts)
  const reset = emailTemplates.useChange('reset')
  if (dialog === null) return null
  if (dialog === 'json') return <JsonDialog document={document} onUse={onUse} onClose={onClose} />
  if (dialog === 'history') return <HistoryDialog template={template} onUse={onRestore} onClose={onClose} />
  if (dialog === 'reset') {
    return (
      <ConfirmAction
        title={t.reset}
        consequence={t.resetText}
        pending="removing"
        run={async () => {
          await reset(template)
          onReset()
        }}
        done={t.resetDone}
        onClose={onClose}
      />
    )
  }
  return (
    <ConfirmAction
      title={t.saveAnyway}
      consequence={t.saveAnywayText}
      pending="saving"
      run={async () => onConfirm(dialog.template)}
      onClose={onClose}
    >
      <ProblemList problems={dialog.errors} />
    </ConfirmAction>
  )
}

function fieldsOf(t: TemplatesTexts): FieldsOf<WrittenTemplate> {
  return {
    subject: text({ label: t.subject, isRequired: true, max: EMAIL_SUBJECT_MAX_CODE_POINTS }),
    content: custom<EmailDocument>({
      label: t.content,
      initial: {},
      problemOf: (content) => ('problem' in checkDocument(content) ? t.unreadable : null),
      // A document is too long for a notice.
      inWords: (content) => t.blockCount(Object.keys(content).length),
      // The page shows the document in several parts.
      render: () => null,
    }),
  }
}

function isReadable({ content }: EmailTemplate): boolean {
  return 'document' in checkDocument(content)
}

/** A template of another version is edited from an empty document. */
function writtenOf({ content, subject }: EmailTemplate): WrittenTemplate {
  const checked = checkDocument(content)
  return { subject, content: 'document' in checked ? checked.document : {} }
}
