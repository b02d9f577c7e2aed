import { Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, type ReactNode } from 'react'

import { useEditConfig, type ProjectConfig } from '../../data/project-config.ts'
import { useCurrentProject, useProject } from '../../data/projects.ts'
import { Button } from '../../kit/Button.tsx'
import { Rows, SwitchRow } from '../../kit/Rows.tsx'
import { Failed, Section } from '../../kit/States.tsx'
import { useMedia } from '../../kit/useMedia.ts'
import { useTexts } from '../../language/define-texts.ts'
import { NotFound } from '../../shell/MessagePages.tsx'
import { PageHead } from '../../shell/PageHead.tsx'
import type { MethodsTexts } from '../../texts/methods.en.ts'
import { methodsTexts } from '../../texts/methods.ts'
import { MergeStrategy } from './MergeStrategy.tsx'
import css from './methods.module.css'
import { Lifetimes } from './Lifetimes.tsx'
import { Providers } from './Providers.tsx'
import { findProvider } from './providers.ts'
import type { MethodsSearch } from './search.ts'

const Preview = lazy(async () => ({ default: (await import('./Preview.tsx')).Preview }))

type SwitchGroup = keyof MethodsTexts['switches']
interface SwitchTexts {
  readonly label: string
  readonly note: string
}

type SwitchName = { [Group in SwitchGroup]: keyof MethodsTexts['switches'][Group] }[SwitchGroup]

/** How users sign in and what they may do, beside the sign-in card with these settings. */
export function Methods(): ReactNode {
  const t = useTexts(methodsTexts)
  const { id } = useCurrentProject()
  const project = useProject()
  const navigate = useNavigate()
  const search = useSearch({ from: '/owner/projects/$projectId/sign-in' })
  const isNarrow = useMedia('(max-width: 1100px)')
  const config = project.data?.config
  const { provider } = useParams({ strict: false })
  if (provider !== undefined && !findProvider(provider)) return <NotFound />

  return (
    <>
      <PageHead
        title={t.title}
        lead={t.lead}
        of={project.data?.displayName}
        actions={
          isNarrow &&
          config && (
            <Button onClick={() => document.getElementById('preview')?.scrollIntoView()}>{t.preview.title}</Button>
          )
        }
      />
      {project.isError && !config ? (
        <Failed
          title={t.loadFailed}
          error={project.error}
          isRetrying={project.isFetching}
          onRetry={() => void project.refetch()}
        />
      ) : (
        <div className={css['columns']}>
          <div className={css['settings']} aria-busy={!config || undefined}>
            <section>
              <h2 className={css['first']}>{t.sections.methods}</h2>
              <Switches group="methods" config={config} />
            </section>
            <Providers config={config} />
            <MergeStrategy value={config?.oauthAccountMergeStrategy} />
            <Section title={t.sections.users}>
              <Switches group="users" config={config} />
            </Section>
            <Section title={t.sections.protection}>
              <Switches group="protection" config={config} />
            </Section>
            {config && <Lifetimes config={config} />}
          </div>
          <section id="preview" className={css['preview']} aria-label={t.preview.label}>
            {project.data && (
              <Suspense>
                <Preview
                  project={project.data}
                  search={search}
                  onChange={(next: MethodsSearch) =>
                    void navigate({
                      to: '.',
                      params: { projectId: id },
                      search: next,
                      replace: true,
                      resetScroll: false,
                    })
                  }
                />
              </Suspense>
            )}
          </section>
        </div>
      )}
      <Outlet />
    </>
  )
}

/** The switches of a group of the texts, in their order. They save at once. */
function Switches({
  group,
  config,
}: {
  readonly group: SwitchGroup
  readonly config: ProjectConfig | undefined
}): ReactNode {
  const t = useTexts(methodsTexts)
  const editConfig = useEditConfig()
  return (
    <Rows kind="settings">
      {(Object.entries(t.switches[group]) as [SwitchName, SwitchTexts][]).map(([name, texts]) => (
        <SwitchRow
          key={name}
          {...texts}
          value={config?.[name]}
          onSave={(isOn) => editConfig(() => ({ [name]: isOn }))}
        />
      ))}
    </Rows>
  )
}
