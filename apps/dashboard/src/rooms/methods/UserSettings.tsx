import type { ReactNode } from 'react'

import { Section } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { methodsTexts } from '../../texts/en/methods.ts'
import { Lifetimes } from './Lifetimes.tsx'
import css from './methods.module.css'
import { MethodsPage } from './MethodsPage.tsx'
import { Switches } from './Switches.tsx'

/** What users and members of teams may do, and how long anonymous users are kept. */
export function UserSettings(): ReactNode {
  const t = useTexts(methodsTexts)
  return (
    <MethodsPage>
      {(config) => (
        <div className={`form-page ${css['settings']}`} aria-busy={!config || undefined}>
          <section>
            <h2 className={css['first']}>{t.sections.users}</h2>
            <Switches group="users" config={config} />
          </section>
          <Section title={t.sections.teams}>
            <Switches group="teams" config={config} />
          </Section>
          {config && (
            <Section title={t.sections.anonymous}>
              <Lifetimes names={['anonymousUserLifetimeDays']} config={config} />
            </Section>
          )}
        </div>
      )}
    </MethodsPage>
  )
}
