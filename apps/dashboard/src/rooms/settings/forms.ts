import {
  BODY_WITH_DOCUMENT_MAX_BYTES,
  CONFIGURATION_PASSPHRASE_MIN_CODE_POINTS,
  LABEL_MAX_CODE_POINTS,
  serviceLanguages,
  type StaffRole,
} from '@portico/client/admin'
import type { AdminProjectWithHooks } from '@portico/react/internal'

import type { ProjectUpdate } from '../../data/project-config.ts'
import type { ConfigurationDocument, ImportOptions } from '../../data/project-settings.ts'
import { parseJsonObject } from '../../kit/json.ts'
import { mailLanguageName } from '../../language/mail-languages.ts'
import { choice, email, flag, lines, password, radio, text, type FieldsOf } from '../../page/form/fields.tsx'
import { file, type ChosenFile } from '../../page/form/file.tsx'
import type { roleOptions } from '../../records/role-sentence.ts'
import type { SettingsTexts } from '../../texts/en/settings.ts'

/** The settings and each mail template are sent in separate calls, so a file can be longer than one call. */
const FILE_MAX_BYTES = 10 * BODY_WITH_DOCUMENT_MAX_BYTES

export interface Basics {
  readonly displayName: string
  readonly description: string
  readonly defaultLocale: string
}

export function basicsOf({
  config: { defaultLocale },
  displayName,
  description,
}: Pick<AdminProjectWithHooks, 'config' | 'displayName' | 'description'>): Basics {
  return { displayName, description: description ?? '', defaultLocale }
}

export function basicsUpdate({ defaultLocale, ...changes }: Partial<Basics>): ProjectUpdate {
  return { ...changes, ...(defaultLocale !== undefined && { config: { defaultLocale } }) }
}

/** @param storedLocale a script can have stored another language than those of the service */
export function basicsFields(t: SettingsTexts, storedLocale: string): FieldsOf<Basics> {
  const known = serviceLanguages.map((tag) => ({ value: tag as string, label: mailLanguageName(tag) }))
  const isKnown = known.some(({ value }) => value === storedLocale)
  return {
    displayName: text({ label: t.name, help: t.nameHelp, isRequired: true, max: LABEL_MAX_CODE_POINTS }),
    description: lines({ label: t.description, isOptional: true, max: LABEL_MAX_CODE_POINTS }),
    defaultLocale: {
      ...choice({
        label: t.defaultLocale,
        help: t.defaultLocaleHelp,
        initial: 'en',
        options: isKnown ? known : [...known, { value: storedLocale, label: storedLocale }],
      }),
      inWords: (tag) => known.find(({ value }) => value === tag)?.label ?? tag,
    },
  }
}

type RoleOptions = ReturnType<typeof roleOptions>

export function roleFields(
  t: SettingsTexts['owners'],
  roles: RoleOptions,
  initial: StaffRole,
): FieldsOf<{ readonly role: StaffRole }> {
  return { role: radio<StaffRole>({ label: t.role, initial, options: roles }) }
}

export function invitationFields(
  t: SettingsTexts['owners'],
  roles: RoleOptions,
  isSignUpClosed: boolean,
): FieldsOf<{ readonly email: string; readonly role: StaffRole; readonly transfer: boolean }> {
  return {
    email: email({ label: t.email, help: isSignUpClosed ? t.emailHelpClosed : t.emailHelp, isAnyHostAllowed: true }),
    // The role with the fewest rights: a person who is invited by mistake gets nothing more.
    ...roleFields(t, roles, 'viewer'),
    transfer: flag({ label: t.transferLabel, note: t.transferNote }),
  }
}

/** @param hasSecrets whether the role of the signed-in person may export the secrets */
export function exportFields(
  t: SettingsTexts['file'],
  hasSecrets: boolean,
): FieldsOf<{ readonly kind: 'plain' | 'sealed'; readonly passphrase: string }> {
  return {
    kind: radio({
      label: t.secrets,
      initial: 'plain',
      options: [
        { value: 'plain', label: t.withoutSecrets, note: t.withoutSecretsNote },
        ...(hasSecrets ? [{ value: 'sealed' as const, label: t.sealed, note: t.sealedNote }] : []),
      ],
    }),
    passphrase: password({
      label: t.passphrase,
      help: t.passphraseHelp,
      problemOf: (value) => ([...value].length < CONFIGURATION_PASSPHRASE_MIN_CODE_POINTS ? t.passphraseShort : null),
    }),
  }
}

export interface ImportValues {
  readonly file: ChosenFile<ConfigurationDocument> | null
  readonly passphrase: string
  readonly deletesMissing: boolean
}

/** @param begun the options of a preview from which the owner has come back */
export function importFields(t: SettingsTexts['file'], begun: ImportOptions | null): FieldsOf<ImportValues> {
  return {
    file: file({
      label: t.file,
      initial: begun && { content: begun.document },
      accept: 'application/json,.json',
      missing: t.fileMissing,
      read: (chosen) => readDocument(chosen, t),
    }),
    passphrase: password({
      label: t.passphrase,
      help: t.importPassphraseHelp,
      isOptional: true,
      initial: begun?.passphrase ?? '',
      problemOf: () => null,
    }),
    deletesMissing: flag({
      label: t.deleteMissing,
      note: t.deleteMissingNote,
      initial: begun?.deleteMissing ?? false,
    }),
  }
}

/** The document of a valid file. */
export function documentOf({ file: chosen }: Pick<ImportValues, 'file'>): ConfigurationDocument | null {
  return chosen && 'content' in chosen ? chosen.content : null
}

/** Returns the document, or the problem with the file. The service checks its content. */
async function readDocument(file: File, t: SettingsTexts['file']): Promise<ChosenFile<ConfigurationDocument>> {
  if (file.size > FILE_MAX_BYTES) return { problem: t.notDocument }
  const written = await file.text().catch(() => null)
  if (written === null) return { problem: t.unreadable }
  const parsed = parseJsonObject(written)
  if (!parsed.ok) return { problem: t.notJson(parsed.line) }
  // Unchecked cast: the service refuses a document with other fields and names them.
  const document = parsed.value as ConfigurationDocument
  return document.format === 'portico-project' ? { content: document } : { problem: t.notDocument }
}
