import type { ReactNode } from 'react'

import { useEditConfig, type ProjectConfig } from '../../data/project-config.ts'
import { Rows, SwitchRow } from '../../kit/Rows.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { methodsTexts, type MethodsTexts } from '../../texts/en/methods.ts'
import { useUserCount } from './useUserCount.ts'

type SwitchGroup = keyof MethodsTexts['switches']
interface SwitchTexts {
  readonly label: string
  readonly note: string
}

type SwitchName = { [Group in SwitchGroup]: keyof MethodsTexts['switches'][Group] }[SwitchGroup]

/** The switches of one group, in the order of its texts. They save at once. */
export function Switches({
  group,
  config,
}: {
  readonly group: SwitchGroup
  readonly config: ProjectConfig | undefined
}): ReactNode {
  const t = useTexts(methodsTexts)
  const editConfig = useEditConfig()
  const unverified = useUserCount('withoutVerifiedAddress', group === 'methods')
  return (
    <Rows kind="settings">
      {(Object.entries(t.switches[group]) as [SwitchName, SwitchTexts][]).map(([name, texts]) => (
        <SwitchRow
          key={name}
          anchor={name}
          label={texts.label}
          note={
            name === 'requireVerifiedEmail'
              ? // The sentence has its place before the count is known.
                `${texts.note} ${t.withoutVerifiedAddress(unverified ?? '–')}`
              : texts.note
          }
          value={config?.[name]}
          onSave={(isOn) => editConfig(() => ({ [name]: isOn }))}
        />
      ))}
    </Rows>
  )
}
