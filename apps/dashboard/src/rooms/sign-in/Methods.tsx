import { Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, type ReactNode } from 'react'

import { settingsRight, useEditConfig, type ProjectConfig } from '../../data/project-config.ts'
import { useCurrentProject, useProject } from '../../data/projects.ts'
import { createSettingEdit } from '../../data/setting-edit.ts'
import { Button } from '../../kit/Button.tsx'
import { useMedia } from '../../kit/useMedia.ts'
import { useTexts } from '../../language/useTexts.ts'
import { Editable } from '../../page/form/Editable.tsx'
import { InstantRadio } from '../../page/form/InstantRadio.tsx'
import { NotFound } from '../../shell/MessagePages.tsx'
import { methodsTexts } from '../../texts/en/methods.ts'
import { isIssuerAddress } from './issuer-form.ts'
import { Issuers } from './Issuers.tsx'
import css from './methods.module.css'
import { MethodsPage } from './MethodsPage.tsx'
import { Providers } from './Providers.tsx'
import { findProvider } from './providers.ts'
import type { MethodsSearch } from './address.ts'
import { Switches } from './Switches.tsx'

/** What happens if a provider returns an address that an account already has. */
const strategies: readonly ProjectConfig['oauthAccountMergeStrategy'][] = [
  'link_method',
  'raise_error',
  'allow_duplicates',
]

const Preview = lazy(async () => ({ default: (await import('./Preview.tsx')).Preview }))

/** How users sign in, beside the sign-in card with these settings. */
export function Methods(): ReactNode {
  const t = useTexts(methodsTexts)
  const { id } = useCurrentProject()
  const project = useProject()
  const navigate = useNavigate()
  const editConfig = useEditConfig()
  const search = useSearch({ from: '/owner/projects/$projectId/sign-in' })
  const isNarrow = useMedia('(max-width: 1100px)')
  const { provider } = useParams({ strict: false })
  if (provider !== undefined && !findProvider(provider) && !isIssuerAddress(provider)) return <NotFound />

  return (
    <>
      <MethodsPage
        actions={
          isNarrow &&
          project.data && (
            <Button onClick={() => document.getElementById('preview')?.scrollIntoView()}>{t.preview.title}</Button>
          )
        }
      >
        {(config) => (
          <div className={css['columns']}>
            <div className={css['settings']} aria-busy={!config || undefined}>
              <Editable right={settingsRight}>
                <section>
                  <h2 className={css['first']}>{t.sections.methods}</h2>
                  <Switches group="methods" config={config} />
                </section>
                <Providers config={config} />
                <Issuers config={config} />
                <section className={`section ${css['merge']}`} id="oauthAccountMergeStrategy">
                  <InstantRadio
                    label={t.sections.merge}
                    value={config?.oauthAccountMergeStrategy}
                    options={strategies.map((value) => ({ value, ...t.merge[value] }))}
                    onSave={(chosen) => editConfig(createSettingEdit('oauthAccountMergeStrategy', chosen))}
                  />
                </section>
              </Editable>
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
      </MethodsPage>
      <Outlet />
    </>
  )
}
