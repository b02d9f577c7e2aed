import { fill } from '@portico/ui/language/fill'
import type { ReactNode } from 'react'

import {
  usePermissionDefinitions,
  useSaveDefaultSets,
  type PermissionDefinition,
  type PermissionScope,
} from '../../data/permissions.ts'
import { settingsRight, usePersonOf } from '../../data/project-config.ts'
import { useProject } from '../../data/projects.ts'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { custom, type Field, type FieldsOf } from '../../page/form/fields.tsx'
import { SaveFields } from '../../page/form/SaveFields.tsx'
import { Loaded, together } from '../../page/Loaded.tsx'
import { containedIn } from '../../records/containment.ts'
import { PermissionPicker } from '../../records/PermissionPicker.tsx'
import { permissionsTexts, type PermissionsTexts } from '../../texts/en/permissions.ts'
import { defaultSets, defaultValuesOf, type DefaultSet, type DefaultValues } from './default-sets.ts'
import css from './permissions.module.css'

/** Which permissions users get when they create a team, join one, or sign up. */
export function DefaultSets(): ReactNode {
  const t = useTexts(permissionsTexts)
  const query = together([useProject(), usePermissionDefinitions('team'), usePermissionDefinitions('project')])
  const skeleton = (
    <>
      <p className={css['lead']}>{t.defaults.lead}</p>
      <RowsSkeleton kind="settings" count={defaultSets.length} />
    </>
  )
  return (
    <Loaded query={query} failed={t.loadFailed} skeleton={skeleton}>
      {([{ config }, team, project]) => (
        <DefaultSetsForm stored={defaultValuesOf(config)} definitions={{ team, project }} />
      )}
    </Loaded>
  )
}

type Definitions = Readonly<Record<PermissionScope, readonly PermissionDefinition[]>>

function DefaultSetsForm({
  stored,
  definitions,
}: {
  readonly stored: DefaultValues
  readonly definitions: Definitions
}): ReactNode {
  const t = useTexts(permissionsTexts)
  const saveSets = useSaveDefaultSets()
  const personOf = usePersonOf()
  // Unchecked cast: each default set has its own setting.
  const fields = Object.fromEntries(
    defaultSets.map((set) => [set.setting, setField(t, set, definitions[set.scope])]),
  ) as unknown as FieldsOf<DefaultValues>
  return (
    <SaveFields
      right={settingsRight}
      fields={fields}
      stored={stored}
      personOf={personOf}
      notice={<p className={css['lead']}>{t.defaults.lead}</p>}
      onSubmit={(_sets, changes) => saveSets(changes)}
    />
  )
}

function setField(
  t: PermissionsTexts,
  { setting, text }: DefaultSet,
  definitions: readonly PermissionDefinition[],
): Field<readonly string[]> {
  return custom<readonly string[]>({
    label: t.defaults.labels[setting],
    initial: [],
    render: ({ value: chosen, onChange }) => {
      const contained = containedIn(chosen, definitions)
      return (
        <section className={css['set']} aria-labelledby={`set-${text}`}>
          <div>
            <h2 id={`set-${text}`}>{t.sets[text]}</h2>
            <p>{t.defaults.notes[text]}</p>
          </div>
          <div>
            {definitions.length === 0 && chosen.length === 0 ? (
              <p>{t.defaults.undefinedProject}</p>
            ) : (
              <PermissionPicker
                label={t.sets[text]}
                chosen={chosen}
                options={definitions}
                onChange={(ids) => onChange(ids.toSorted())}
              />
            )}
            {chosen.length === 0 && definitions.length > 0 && <p>{t.defaults.empty}</p>}
            {contained.length > 0 && (
              <p className="small">
                {fill(t.defaults.withContained, { granted: <code dir="ltr">{contained.join(', ')}</code> })}
              </p>
            )}
          </div>
        </section>
      )
    },
  })
}
