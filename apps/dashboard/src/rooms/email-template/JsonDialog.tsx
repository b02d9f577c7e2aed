import { checkDocument } from '@portico/protocols/mail-document/check-document'
import type { MailDocument } from '@portico/protocols/mail-document/block-types'
import type { ReactNode } from 'react'

import { CopyButton } from '../../kit/CopyButton.tsx'
import { parseJsonObject } from '../../kit/json.ts'
import { JsonEditor } from '../../kit/JsonEditor.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { custom } from '../../page/form/fields.tsx'
import { FormDialog } from '../../page/form/FormDialog.tsx'
import { kitTexts } from '../../texts/en/kit.ts'
import { templatesTexts, type TemplatesTexts } from '../../texts/en/templates.ts'

export interface JsonDialogProps {
  readonly document: MailDocument
  readonly onUse: (document: MailDocument) => void
  readonly onClose: () => void
}

/** The document as text, to copy and to paste. */
export function JsonDialog({ document, onUse, onClose }: JsonDialogProps): ReactNode {
  const { json: t } = useTexts(templatesTexts)
  const { copy } = useTexts(kitTexts)
  const text = JSON.stringify(document, null, 2)
  return (
    <FormDialog
      title={t.title}
      lead={t.lead}
      isWide
      submit={t.use}
      pending="saving"
      actions={<CopyButton text={text} label={copy} what={t.label} size="regular" />}
      fields={{
        json: custom<string>({
          label: t.label,
          initial: text,
          problemOf: (value) => wrongPart(value, t),
          render: ({ error, onChange, value }) => (
            <JsonEditor
              label={t.label}
              value={value}
              onChange={onChange}
              parse={parseJsonObject}
              {...(error !== undefined && parseJsonObject(value).ok && { help: error })}
            />
          ),
        }),
      }}
      onSubmit={async ({ json }) => {
        const checked = checkDocument(JSON.parse(json))
        if ('problem' in checked) return false
        onUse(checked.document)
        return true
      }}
      onClose={onClose}
    />
  )
}

/** The first value of the wrong format; null if there is none. */
function wrongPart(text: string, t: TemplatesTexts['json']): string | null {
  const parsed = parseJsonObject(text)
  if (!parsed.ok) return t.label
  const checked = checkDocument(parsed.value)
  return 'problem' in checked ? t.wrongFormat(checked.problem.block ?? '', checked.problem.field ?? '') : null
}
