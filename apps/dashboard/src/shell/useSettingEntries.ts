import type { Texts } from '@portico/ui/language/catalogue'
import { useMemo } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { useLanguage } from '../language/language.ts'
import { domainsTexts } from '../texts/en/domains.ts'
import { emailsTexts } from '../texts/en/emails.ts'
import { methodsTexts } from '../texts/en/methods.ts'
import { permissionsTexts } from '../texts/en/permissions.ts'
import { settingsTexts } from '../texts/en/settings.ts'
import { shellTexts } from '../texts/en/shell.ts'
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
