import { useMemo, type ReactNode } from 'react'

import { usePermissionDefinitions, useSaveDefaultSets } from '../../data/permissions.ts'
import { usePersonOf } from '../../data/project-config.ts'
import { useProject } from '../../data/projects.ts'
import { SaveForm } from '../../kit/SaveForm.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Failed } from '../../kit/States.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { ConflictNotice, useDraft } from '../../kit/useDraft.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { fill } from '../../language/fill.tsx'
import { PermissionPicker } from '../../records/PermissionPicker.tsx'
import { permissionsTexts } from '../../texts/permissions.ts'
import { grantedBy } from '../../records/containment.ts'
import { defaultSets, defaultValuesOf, type DefaultValues } from './default-sets.ts'
import css from './permissions.module.css'

/** Which permissions users get when they create a team, join one, or sign up. */
export function DefaultSets(): ReactNode {
  const t = useTexts(permissionsTexts)
  const project = useProject()
  const team = usePermissionDefinitions('team')
  const ofProject = usePermissionDefinitions('project')
  const config = project.data?.config
  const latest = useMemo(() => config && defaultValuesOf(config), [config])
  const allFailed = [project, team, ofProject].filter((query) => query.isError && !query.data)
  const [failed] = allFailed
  if (failed) {
    return (
      <Failed
        title={t.loadFailed}
        error={failed.error}
        isRetrying={failed.isFetching}
        onRetry={() => {
          for (const query of allFailed) void query.refetch()
        }}
      />
    )
  }
  if (!latest || !team.data || !ofProject.data) {
    return (
      <div className={css['sets']}>
        <p>{t.defaults.lead}</p>
        <RowsSkeleton kind="settings" count={defaultSets.length} />
      </div>
    )
  }
  return <DefaultSetsForm latest={latest} definitions={{ team: team.data, project: ofProject.data }} />
}

type Definitions = NonNullable<ReturnType<typeof usePermissionDefinitions>['data']>

function DefaultSetsForm({
  latest,
  definitions,
}: {
  readonly latest: DefaultValues
  readonly definitions: { readonly team: Definitions; readonly project: Definitions }
}): ReactNode {
  const t = useTexts(permissionsTexts)
  const form = useDraft(latest)
  const saveSets = useSaveDefaultSets()
  const personOf = usePersonOf()
  const save = useAction(async () => {
    await saveSets(form.changes)
  })
  const hasConflict = form.conflicts.length > 0
  return (
    <SaveForm
      action={save}
      onSave={() => void save.run()}
      isChanged={form.isChanged}
      hasConflict={hasConflict}
      onDiscard={form.reset}
    >
      <div className={css['sets']}>
        <p>{t.defaults.lead}</p>
        <ConflictNotice form={form} labels={t.defaults.labels} person={personOf(save.failure)} />
        {defaultSets.map(({ setting, text, scope }) => {
          const chosen = form.values[setting]
          const granted = [...new Set(chosen.flatMap((id) => grantedBy(id, definitions[scope])))].filter(
            (id) => !chosen.includes(id),
          )
          return (
            <section key={setting} className={css['set']} aria-labelledby={`set-${text}`}>
              <div>
                <h2 id={`set-${text}`}>{t.sets[text]}</h2>
                <p>{t.defaults.notes[text]}</p>
              </div>
              <div>
                {definitions[scope].length === 0 && chosen.length === 0 ? (
                  <p>{t.defaults.undefinedProject}</p>
                ) : (
                  <PermissionPicker
                    label={t.sets[text]}
                    chosen={chosen}
                    options={definitions[scope]}
                    onChange={(ids) => form.set(setting, ids.toSorted())}
                  />
                )}
                {chosen.length === 0 && definitions[scope].length > 0 && <p>{t.defaults.empty}</p>}
                {granted.length > 0 && (
                  <p className="small">
                    {fill(t.defaults.withContained, { granted: <code dir="ltr">{granted.join(', ')}</code> })}
                  </p>
                )}
              </div>
            </section>
          )
        })}
      </div>
    </SaveForm>
  )
}
