import { useQuery } from '@tanstack/react-query'

import { loadFromService } from '../data/service.ts'
import { useLanguage } from '../language/language.ts'
import type { SettingEntry } from './setting-entries.ts'

const none: readonly SettingEntry[] = []

/**
 * Every project setting in the visitor's language. The palette opens before they are loaded, because the texts of all
 * rooms would be most of its code.
 */
export function useSettingEntries(): { readonly entries: readonly SettingEntry[]; readonly isLoading: boolean } {
  const language = useLanguage()
  const { data, isLoading } = useQuery({
    queryKey: ['setting entries', language],
    queryFn: async () => (await loadFromService(() => import('./setting-entries.ts'))).loadSettingEntries(language),
    staleTime: Infinity,
  })
  return { entries: data ?? none, isLoading }
}
