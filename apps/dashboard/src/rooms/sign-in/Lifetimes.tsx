import type { ReactNode } from 'react'

import { useEditConfig, type ProjectConfig } from '../../data/project-config.ts'
import { createSettingEdit } from '../../data/setting-edit.ts'
import { Rows, SelectRow } from '../../kit/Rows.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { methodsTexts, type MethodsTexts } from '../../texts/en/methods.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

interface Lifetime {
  readonly name: keyof MethodsTexts['lifetimes']
  /** Milliseconds of one unit of the setting. */
  readonly unit: number
  readonly choices: readonly number[]
}

const lifetimes: readonly Lifetime[] = [
  { name: 'sessionMaxLifetimeMillis', unit: 1, choices: [DAY, 7 * DAY, 30 * DAY, 90 * DAY] },
  { name: 'sessionIdleTimeoutMillis', unit: 1, choices: [HOUR, DAY, 7 * DAY, 30 * DAY] },
  { name: 'anonymousUserLifetimeDays', unit: DAY, choices: [7, 30, 90] },
]

/** When something ends or is deleted: sessions, or inactive anonymous users. */
export function Lifetimes({
  names,
  config,
}: {
  readonly names: readonly Lifetime['name'][]
  readonly config: ProjectConfig
}): ReactNode {
  const t = useTexts(methodsTexts)
  const format = useFormat()
  const editConfig = useEditConfig()
  return (
    <Rows kind="settings">
      {lifetimes
        .filter(({ name }) => names.includes(name))
        .map(({ name, unit, choices }) => {
          const { label, note, unset } = t.lifetimes[name]
          const value = config[name]
          // A value that was set by a program is shown too.
          const shown = [...new Set([...choices, ...(value === null ? [] : [value])])].toSorted(
            (one, other) => one - other,
          )
          return (
            <SelectRow
              key={name}
              anchor={name}
              label={label}
              note={note}
              value={String(value ?? '')}
              options={[
                { value: '', label: unset },
                ...shown.map((choice) => ({ value: String(choice), label: format.duration(choice * unit) })),
              ]}
              onSave={(chosen) => editConfig(createSettingEdit(name, chosen === '' ? null : Number(chosen)))}
            />
          )
        })}
    </Rows>
  )
}
