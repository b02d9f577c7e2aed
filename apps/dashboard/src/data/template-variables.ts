import { exampleValues, type EmailTemplateVariable } from '@portico/client/admin'
import type { EmailPurpose } from '@portico/protocols/email-document/findings'

/** What the mail is for, for the search for problems. */
export function purposeOf(all: readonly EmailTemplateVariable[]): EmailPurpose {
  return {
    // What is always empty is not unknown: templates of other services contain it.
    variables: { ...Object.fromEntries(all.map(({ name }) => [name, { value: '' }])), ...exampleValues(all) },
    needsOneOf: all.flatMap(({ isPurpose, kind, name }) =>
      kind === 'link' || kind === 'code' || isPurpose ? [name] : [],
    ),
  }
}

/** The name of the address that the mail is for. */
export function linkOf(all: readonly EmailTemplateVariable[]): string {
  return all.find(({ kind }) => kind === 'link')?.name ?? ''
}
