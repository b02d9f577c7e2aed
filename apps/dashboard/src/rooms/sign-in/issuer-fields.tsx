import { text, type FieldsOf } from '../../page/form/fields.tsx'
import { fieldsOfSettings, hiddenSetting } from '../../records/issuer-settings.tsx'
import type { IssuersTexts } from '../../texts/en/issuers.ts'
import { issuerIdOf, type IssuerValues, type StoredIssuer } from './issuer-form.ts'

const NAME = /^[a-z\d](?:[a-z\d-]{0,38}[a-z\d])?$/

export function issuerFields(
  t: IssuersTexts,
  stored: StoredIssuer | undefined,
  others: readonly StoredIssuer[],
): FieldsOf<IssuerValues> {
  const { displayName, ...settings } = fieldsOfSettings(t, stored)
  return {
    displayName,
    name: text({
      label: t.name,
      help: t.nameHelp,
      isCode: true,
      isRequired: true,
      input: { placeholder: 'okta' },
      problemOf: (name) => {
        if (!NAME.test(name)) return t.nameWrong
        return !stored && others.some(({ id }) => id === issuerIdOf({ name })) ? t.nameTaken : null
      },
    }),
    ...settings,
  }
}

/** The id never changes. */
export function hiddenIssuerFields(typed: IssuerValues, stored: StoredIssuer | undefined): (keyof IssuerValues)[] {
  return [...(stored ? (['name'] as const) : []), hiddenSetting(typed)]
}
