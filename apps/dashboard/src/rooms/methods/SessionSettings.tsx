import type { ReactNode } from 'react'

import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Section } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { methodsTexts } from '../../texts/en/methods.ts'
import { Lifetimes } from './Lifetimes.tsx'
import css from './methods.module.css'
import { MethodsPage } from './MethodsPage.tsx'
import { Switches } from './Switches.tsx'

/** When sessions end, and what protects accounts in them. */
export function SessionSettings(): ReactNode {
  const t = useTexts(methodsTexts)
  return (
    <MethodsPage>
      {(config) => (
        <div className={`form-page ${css['settings']}`} aria-busy={!config || undefined}>
          <section>
            <h2 className={css['first']}>{t.sections.sessions}</h2>
            {config ? (
              <Lifetimes names={['sessionMaxLifetimeMillis', 'sessionIdleTimeoutMillis']} config={config} />
            ) : (
              <RowsSkeleton kind="settings" count={2} />
            )}
          </section>
          <Section title={t.sections.protection}>
            <Switches group="protection" config={config} />
          </Section>
        </div>
      )}
    </MethodsPage>
  )
}
