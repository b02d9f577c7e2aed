import type { MailDocument } from '@portico/protocols/mail-document/block-types'
import { checkDocument } from '@portico/protocols/mail-document/check-document'
import { EMAIL_SUBJECT_MAX_CODE_POINTS } from '@portico/client/admin'
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'

import { emailTemplates, variablesOf, type MailTemplate, type WrittenTemplate } from '../../data/email-templates.ts'
import { loadFromService } from '../../data/service.ts'
import { problemsOf, type Problem } from '../../data/template-problems.ts'
import { ActFailure } from '../../kit/ActFailure.tsx'
import { Button } from '../../kit/Button.tsx'
import { Note } from '../../kit/States.tsx'
import { useUnsaved } from '../../kit/unsaved.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/useTexts.ts'
import { ConflictNotice } from '../../page/form/ConflictNotice.tsx'
import { custom, text, type FieldsOf } from '../../page/form/fields.tsx'
import { useSaving, type Saving } from '../../page/form/useSaving.tsx'
import { SharedServerNote } from '../../records/SharedServerNote.tsx'
import { templatesTexts, type TemplatesTexts } from '../../texts/en/templates.ts'
import css from './editor.module.css'
import type { Dialog } from './EditorDialogs.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { Parts } from './Parts.tsx'
import { Preview, type PreviewProps } from './Preview.tsx'
import { ProblemList } from './Problems.tsx'
import { VariableText } from './VariableText.tsx'

/** What is typed stays on the page while the service does not respond. */
const loadDialogs = () => loadFromService(() => import('./EditorDialogs.tsx'))
const EditorDialogs = lazy(async () => ({ default: (await loadDialogs()).EditorDialogs }))

export interface EditorProps {
  readonly template: MailTemplate
  readonly projectLocale: string
  readonly project: PreviewProps['project']
  readonly from: string
  /** The project sends through the shared mail server. */
  readonly isReadOnly: boolean
  readonly readAgain: () => Promise<MailTemplate | undefined>
  /** The head of the page with its buttons. */
  readonly head: (actions: ReactNode) => ReactNode
}

/** Changes the words, the blocks and the colours of a mail beside its preview. */
export function Editor(props: EditorProps): ReactNode {
  const { template, isReadOnly, readAgain, head } = props
  const t = useTexts(templatesTexts)
  const variables = variablesOf(template.type)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const { fields, saving, saveAnyway } = useTemplateForm(template, readAgain, (errors, written) =>
    setDialog({ errors, template: written }),
  )
  const { form, action, hasConflict } = saving.state
  // Another language is only another search parameter, but another template.
  useUnsaved(form.isChanged, 'changes', true)
  useEffect(() => {
    // Before they are needed: what is typed can be copied as JSON while the service does not respond.
    if (form.isChanged) void loadDialogs().catch(() => {})
  }, [form.isChanged])
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
            <Button onClick={() => setDialog('send')}>{t.send.open}</Button>
            {saving.saveButton}
          </>
        ),
      )}
      <div className={css['notices']}>
        <SharedServerNote />
        {isReadable(template) ? <FailedNote template={template} /> : <Note tone="warn">{t.unreadable}</Note>}
        <ConflictNotice fields={fields} form={form} />
        {!hasConflict && <ActFailure failure={action.failure} onRepeat={saving.save} />}
      </div>
      <Parts
        subject={
          <>
            <LanguageChoice template={template} projectLocale={props.projectLocale} />
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
        preview={
          <Preview
            template={typed}
            locale={template.locale}
            variables={variables}
            project={props.project}
            from={props.from}
          />
        }
      />
      {dialog !== null && (
        <Suspense>
          <EditorDialogs
            dialog={dialog}
            template={template}
            written={typed}
            onUse={(changed) => form.set('content', changed)}
            onRestore={(version) => {
              form.set('subject', version.subject)
              form.set('content', version.content)
            }}
            onReset={form.reset}
            onConfirm={saveAnyway}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </>
  )
}

interface TemplateForm {
  readonly fields: FieldsOf<WrittenTemplate>
  readonly saving: Saving<WrittenTemplate>
  /** Saves a template with errors. */
  readonly saveAnyway: (written: string) => void
}

/** @param onErrors asks whether a template with errors is saved */
function useTemplateForm(
  template: MailTemplate,
  readAgain: EditorProps['readAgain'],
  onErrors: (errors: readonly Problem[], written: string) => void,
): TemplateForm {
  const t = useTexts(templatesTexts)
  const update = emailTemplates.useChange('update')
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
      const errors = problemsOf(values, variablesOf(template.type), t).filter(({ isSevere }) => isSevere)
      const written = JSON.stringify(values)
      if (errors.length > 0 && confirmed.current !== written) {
        onErrors(errors, written)
        return false
      }
      await update(latest.current, changes)
      return true
    },
  })
  return {
    fields,
    saving,
    saveAnyway: (written) => {
      confirmed.current = written
      saving.save()
    },
  }
}

/** Says that mails have the template of the service, because this one failed. */
function FailedNote({ template: { failed } }: Pick<EditorProps, 'template'>): ReactNode {
  const t = useTexts(templatesTexts)
  const format = useFormat()
  if (!failed) return null
  return <Note tone="danger">{failed.failedAt ? t.failedSince(format.exact(failed.failedAt)) : t.failed}</Note>
}

interface StoredActionsProps {
  readonly template: MailTemplate
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

function fieldsOf(t: TemplatesTexts): FieldsOf<WrittenTemplate> {
  return {
    subject: text({ label: t.subject, isRequired: true, max: EMAIL_SUBJECT_MAX_CODE_POINTS }),
    content: custom<MailDocument>({
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

function isReadable({ content }: MailTemplate): boolean {
  return 'document' in checkDocument(content)
}

/** A template of another version is edited from an empty document. */
function writtenOf({ content, subject }: MailTemplate): WrittenTemplate {
  const checked = checkDocument(content)
  return { subject, content: 'document' in checked ? checked.document : {} }
}
