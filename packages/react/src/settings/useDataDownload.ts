'use client'

import { download } from '@portico/ui/parts/download'
import type { Action } from '../hooks/useAction.ts'
import { useChange } from '../hooks/useChange.ts'
import { useSignedInUser } from '../hooks/useSignedInUser.ts'

/**
 * Saves the data that the service stores about the signed-in user as a JSON file. The project must allow it.
 *
 * @param onSuccess receives the name of the file, which ends with the day in UTC
 */
export function useDataDownload(onSuccess: (file: string) => void): Action<[], never> {
  const requireUser = useSignedInUser()
  return useChange(async () => {
    const data = await requireUser().exportData()
    const file = `account-data-${new Date(data.exported_at_millis).toISOString().slice(0, 10)}.json`
    download(file, [JSON.stringify(data, null, 2)], 'application/json')
    onSuccess(file)
  })
}
