import type { OAuthProviderId } from '@portico/client/admin'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { settingsRight, useEditConfig, type ProjectConfig } from '../../data/project-config.ts'
import { useCurrentProject } from '../../data/projects.ts'
import { settings } from '../../data/settings.ts'
import { May } from '../../kit/May.tsx'
import { ProviderMark } from '../../kit/ProviderMark.tsx'
import { Rows, SwitchRow } from '../../kit/Rows.tsx'
import { Section } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { methodsTexts } from '../../texts/en/methods.ts'
import css from './methods.module.css'
import { keysOfProvider, switchProvider } from './provider-rules.ts'
import { providers } from './providers.ts'

/** The sign-in providers. Switching on one that needs keys of the project opens its drawer. */
export function Providers({ config }: { readonly config: ProjectConfig | undefined }): ReactNode {
  const t = useTexts(methodsTexts)
  const format = useFormat()
  const { id: projectId } = useCurrentProject()
  const navigate = useNavigate()
  const search = useSearch({ from: '/owner/projects/$projectId/sign-in' })
  const editConfig = useEditConfig()
  const stored = config?.oauthProviders ?? []
  const on = stored.filter(({ enabled }) => enabled).length

  async function save(provider: OAuthProviderId, isOn: boolean, isReady: boolean): Promise<false | void> {
    if (isOn && !isReady) {
      await navigate({
        to: '/projects/$projectId/sign-in/$provider',
        params: { projectId, provider },
        search,
        resetScroll: false,
      })
      return false
    }
    await editConfig(({ oauthProviders }) => ({ oauthProviders: switchProvider(oauthProviders, provider, isOn) }))
  }

  return (
    <Section
      title={t.sections.providers}
      note={config && t.providersOn(format.number(on), format.number(providers.length))}
    >
      <div className={css['providers']}>
        <Rows kind="settings">
          {providers.map(({ id, name }) => {
            const entry = stored.find((one) => one.id === id)
            const keys = keysOfProvider(entry, settings.sharedProviders.includes(id))
            return (
              <SwitchRow
                key={id}
                label={name}
                picture={<ProviderMark id={id} />}
                {...(config && t.keys[keys] !== '' && { note: t.keys[keys] })}
                link={
                  <May right={settingsRight}>
                    <Link
                      to="/projects/$projectId/sign-in/$provider"
                      params={{ projectId, provider: id }}
                      search={search}
                      resetScroll={false}
                      aria-label={t.setUpOf(name)}
                    >
                      {t.setUp}
                    </Link>
                  </May>
                }
                value={config && (entry?.enabled ?? false)}
                onSave={(isOn) => save(id, isOn, keys !== 'missing')}
              />
            )
          })}
        </Rows>
      </div>
    </Section>
  )
}
