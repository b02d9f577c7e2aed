import type { EmailTemplateVariable } from '@portico/client/admin'
import type { EmailPurpose } from '@portico/protocols/email-document/findings'
import type { Variables } from '@portico/protocols/email-document/template'

/** What an attacker would enter as a name: a link, markup, another direction, a placeholder, a second line. */
const HOSTILE_NAME = '[Verify now](https://evil.example) <b>**Urgent**</b> \u202Eelpmaxe {{ otp }}\r\nBcc: all'
const HOSTILE_ADDRESS = '"https://evil.example?"@example.com'

/** Values for the placeholders of a preview. */
export function exampleValues(all: readonly EmailTemplateVariable[], isHostile: boolean): Variables {
  const shown = all.filter(({ insteadOf, isUnset }) => insteadOf === undefined && !isUnset)
  return Object.fromEntries(
    shown.map(({ example, kind, name }) => {
      const value =
        isHostile && kind === 'name' ? HOSTILE_NAME : isHostile && kind === 'address' ? HOSTILE_ADDRESS : example
      return [name, { value, ...(kind === 'link' && { isAddress: true }), ...(kind === 'name' && { isChosen: true }) }]
    }),
  )
}

/** What the mail is for, for the search for problems. */
export function purposeOf(all: readonly EmailTemplateVariable[]): EmailPurpose {
  return {
    // What is always empty is not unknown: templates of other services contain it.
    variables: { ...Object.fromEntries(all.map(({ name }) => [name, { value: '' }])), ...exampleValues(all, false) },
    needsOneOf: all.flatMap(({ kind, name }) => (kind === 'link' || kind === 'code' ? [name] : [])),
  }
}

/** The name of the address that the mail is for. */
export function linkOf(all: readonly EmailTemplateVariable[]): string {
  return all.find(({ kind }) => kind === 'link')?.name ?? ''
}
