import { useMemo } from 'react'

import { useTexts, type Texts } from '../language/define-texts.ts'
import { useLanguage } from '../language/language.ts'
import { domainsTexts } from '../texts/domains.ts'
import { emailsTexts } from '../texts/emails.ts'
import { methodsTexts } from '../texts/methods.ts'
import { permissionsTexts } from '../texts/permissions.ts'
import { settingsTexts } from '../texts/settings.ts'
import { shellTexts } from '../texts/shell.ts'
import { settingEntries, type SettingEntry } from './setting-entries.ts'

const tables: readonly Pick<Texts<unknown>, 'load'>[] = [
  domainsTexts,
  emailsTexts,
  methodsTexts,
  permissionsTexts,
  settingsTexts,
]

/** Every setting of a project in the language of the visitor. */
export function useSettingEntries(): readonly SettingEntry[] {
  const language = useLanguage()
  // At once, because each use waits for its own table only.
  for (const table of tables) void table.load(language)
  const shell = useTexts(shellTexts)
  const domains = useTexts(domainsTexts)
  const emails = useTexts(emailsTexts)
  const methods = useTexts(methodsTexts)
  const permissions = useTexts(permissionsTexts)
  const settings = useTexts(settingsTexts)
  return useMemo(
    () => settingEntries({ shell, domains, emails, methods, permissions, settings }),
    [shell, domains, emails, methods, permissions, settings],
  )
}
