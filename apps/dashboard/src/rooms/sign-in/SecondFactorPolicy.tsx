import type { ReactNode } from 'react'

import { useEditConfig, type ProjectConfig } from '../../data/project-config.ts'
import { Rows, SelectRow } from '../../kit/Rows.tsx'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/useTexts.ts'
import { methodsTexts } from '../../texts/en/methods.ts'
import { useUserCount } from './useUserCount.ts'

const DAY_MILLIS = 24 * 60 * 60_000
const graceDays = [0, 7, 14, 30]
const OPTIONAL = 'optional'

/**
 * Whether users need a second factor, and how long they have to set one up: one choice, because the time counts only
 * with the policy.
 */
export function SecondFactorPolicy({ config }: { readonly config: ProjectConfig }): ReactNode {
  const { label, note, optional, atOnce, after, withoutFactor } = useTexts(methodsTexts).secondFactor
  const format = useFormat()
  const editConfig = useEditConfig()
  const without = useUserCount('withoutFactor')
  const { secondFactorPolicy: policy, secondFactorGraceDays: grace } = config
  // A value that was set by a program is shown too.
  const shown = [...new Set([...graceDays, ...(policy === OPTIONAL ? [] : [grace])])].toSorted(
    (one, other) => one - other,
  )

  function save(chosen: string): ReturnType<typeof editConfig> {
    const next =
      chosen === OPTIONAL
        ? { secondFactorPolicy: 'optional' as const }
        : { secondFactorPolicy: 'required' as const, secondFactorGraceDays: Number(chosen) }
    return editConfig((stored, conflict) => {
      const isSaved = Object.entries(next).every(([name, value]) => stored[name as keyof typeof next] === value)
      if (conflict && !isSaved) throw conflict
      return next
    })
  }

  return (
    <Rows kind="settings">
      <SelectRow
        anchor="secondFactorPolicy"
        label={label}
        note={without === null ? note : `${note} ${withoutFactor(without)}`}
        value={policy === OPTIONAL ? OPTIONAL : String(grace)}
        options={[
          { value: OPTIONAL, label: optional },
          ...shown.map((days) => ({
            value: String(days),
            label: days === 0 ? atOnce : after(format.duration(days * DAY_MILLIS)),
          })),
        ]}
        onSave={save}
      />
    </Rows>
  )
}
