import type { ReactNode } from 'react'

import { settingsRight, type ProjectConfig } from '../../data/project-config.ts'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Section } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { Editable } from '../../page/form/Editable.tsx'
import { botCheckTexts } from '../../texts/en/bot-check.ts'
import { methodsTexts } from '../../texts/en/methods.ts'
import { BotCheck } from './BotCheck.tsx'
import { Lifetimes } from './Lifetimes.tsx'
import css from './methods.module.css'
import { MethodsPage } from './MethodsPage.tsx'
import { RememberedDevices } from './RememberedDevices.tsx'
import { SecondFactorPolicy } from './SecondFactorPolicy.tsx'
import { Switches } from './Switches.tsx'

/** What users and members of teams may do, and how long anonymous users are kept. */
export function UserSettings(): ReactNode {
  const { sections } = useTexts(methodsTexts)
  return (
    <SettingsTab title={sections.users} first={(config) => <Switches group="users" config={config} />}>
      {(config) => (
        <>
          <Section title={sections.teams}>
            <Switches group="teams" config={config} />
          </Section>
          {config && (
            <Section title={sections.anonymous}>
              <Lifetimes names={['anonymousUserLifetimeDays']} config={config} />
            </Section>
          )}
        </>
      )}
    </SettingsTab>
  )
}

/** When sessions end, and what protects accounts in them. */
export function SessionSettings(): ReactNode {
  const { sections } = useTexts(methodsTexts)
  const botCheck = useTexts(botCheckTexts)
  return (
    <SettingsTab
      title={sections.sessions}
      first={(config) =>
        config ? (
          <Lifetimes names={['sessionMaxLifetimeMillis', 'sessionIdleTimeoutMillis']} config={config} />
        ) : (
          <RowsSkeleton kind="settings" count={2} />
        )
      }
    >
      {(config) => (
        <>
          <Section title={sections.protection}>
            {config && <SecondFactorPolicy config={config} />}
            {config && <RememberedDevices config={config} />}
            <Switches group="protection" config={config} />
          </Section>
          {config && (
            <Section anchor="botCheck" title={botCheck.title}>
              <BotCheck config={config} />
            </Section>
          )}
        </>
      )}
    </SettingsTab>
  )
}

type Settings = (config: ProjectConfig | undefined) => ReactNode

function SettingsTab({
  title,
  first,
  children,
}: {
  readonly title: string
  /** The settings below the title. */
  readonly first: Settings
  readonly children: Settings
}): ReactNode {
  return (
    <MethodsPage>
      {(config) => (
        <div className={`form-page ${css['settings']}`} aria-busy={!config || undefined}>
          <Editable right={settingsRight}>
            <section>
              <h2 className={css['first']}>{title}</h2>
              {first(config)}
            </section>
            {children(config)}
          </Editable>
        </div>
      )}
    </MethodsPage>
  )
}
