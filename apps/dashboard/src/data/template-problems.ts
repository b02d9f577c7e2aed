import { findProblems, type Finding } from '@portico/protocols/mail-document/findings'

import { purposeOf, type EmailTemplateVariable } from '@portico/client/admin'
import type { WrittenTemplate } from './email-templates.ts'
import type { TemplatesTexts } from '../texts/en/templates.ts'

/** A problem of a template in words. */
export interface Problem {
  /** The mail cannot be sent, or does not fulfil its purpose. */
  readonly isSevere: boolean
  /** Null for the subject and the whole mail. */
  readonly block: string | null
  readonly isSubject: boolean
  readonly text: string
}

export function problemsOf(
  template: WrittenTemplate,
  variables: readonly EmailTemplateVariable[],
  t: TemplatesTexts,
): Problem[] {
  return findProblems(template, purposeOf(variables)).map((finding) => ({
    isSevere: finding.isError,
    block: finding.block,
    isSubject: finding.field === 'subject',
    text: inWords(finding, t),
  }))
}

function inWords({ code, field, name = '' }: Finding, t: TemplatesTexts): string {
  const text = t.findings[code]
  return typeof text === 'string' ? text : text({ field: fieldName(field, t), name })
}

function fieldName(field: string | null, t: TemplatesTexts): string {
  if (field === 'subject') return t.subject
  const name = field?.split('.').at(-1) ?? ''
  return isField(name, t) ? t.fields[name] : name
}

function isField(name: string, t: TemplatesTexts): name is keyof TemplatesTexts['fields'] {
  return Object.hasOwn(t.fields, name)
}
