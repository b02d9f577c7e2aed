import type { MailDocument } from '@portico/protocols/mail-document/block-types'
import type { ReactNode } from 'react'

import { emailTemplates, type MailTemplate, type WrittenTemplate } from '../../data/email-templates.ts'
import type { Problem } from '../../data/template-problems.ts'
import { useTexts } from '../../language/useTexts.ts'
import { ConfirmAction } from '../../page/ConfirmAction.tsx'
import { templatesTexts } from '../../texts/en/templates.ts'
import { HistoryDialog } from './HistoryDialog.tsx'
import { JsonDialog } from './JsonDialog.tsx'
import { ProblemList } from './Problems.tsx'
import { SendToMe } from './SendToMe.tsx'

/** The open dialog of the editor. The object asks whether a template with errors is saved. */
export type Dialog =
  | 'json'
  | 'history'
  | 'reset'
  | 'send'
  | { readonly errors: readonly Problem[]; readonly template: string }

export interface EditorDialogsProps {
  readonly dialog: Dialog
  readonly template: MailTemplate
  /** As it is in the editor. */
  readonly written: WrittenTemplate
  readonly onUse: (document: MailDocument) => void
  readonly onRestore: (version: WrittenTemplate) => void
  readonly onReset: () => void
  readonly onConfirm: (written: string) => void
  readonly onClose: () => void
}

export function EditorDialogs({
  dialog,
  template,
  written,
  onUse,
  onRestore,
  onReset,
  onConfirm,
  onClose,
}: EditorDialogsProps): ReactNode {
  const t = useTexts(templatesTexts)
  const reset = emailTemplates.useChange('reset')
  if (dialog === 'json') return <JsonDialog document={written.content} onUse={onUse} onClose={onClose} />
  if (dialog === 'history') return <HistoryDialog template={template} onUse={onRestore} onClose={onClose} />
  if (dialog === 'send') return <SendToMe template={template} written={written} onClose={onClose} />
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
