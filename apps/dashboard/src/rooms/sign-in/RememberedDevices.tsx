import type { ReactNode } from 'react'

import { useEditConfig, type ProjectConfig } from '../../data/project-config.ts'
import { Rows, SelectRow } from '../../kit/Rows.tsx'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/useTexts.ts'
import { methodsTexts } from '../../texts/en/methods.ts'

const DAY_MILLIS = 24 * 60 * 60_000
const offeredDays = [0, 1, 7, 14, 30]

/** For how long a device on which a user proved the second factor is not asked for it again. */
export function RememberedDevices({ config }: { readonly config: ProjectConfig }): ReactNode {
  const { label, note, never, days } = useTexts(methodsTexts).rememberedDevices
  const format = useFormat()
  const editConfig = useEditConfig()
  const { rememberDeviceDays: saved } = config
  // A value that was set by a program is shown too.
  const shown = [...new Set([...offeredDays, saved])].toSorted((one, other) => one - other)

  function save(chosen: string): ReturnType<typeof editConfig> {
    const rememberDeviceDays = Number(chosen)
    return editConfig((stored, conflict) => {
      if (conflict && stored.rememberDeviceDays !== rememberDeviceDays) throw conflict
      return { rememberDeviceDays }
    })
  }

  return (
    <Rows kind="settings">
      <SelectRow
        anchor="rememberDeviceDays"
        label={label}
        note={note}
        value={String(saved)}
        options={shown.map((count) => ({
          value: String(count),
          label: count === 0 ? never : days(format.duration(count * DAY_MILLIS)),
        }))}
        onSave={save}
      />
    </Rows>
  )
}
