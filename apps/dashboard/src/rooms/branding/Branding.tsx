import type { AdminProjectWithHooks } from '@portico/react/internal'
import { lazy, Suspense, type ReactNode } from 'react'

import { settingsRight, throwIfConcerned, useEditProject, usePersonOf } from '../../data/project-config.ts'
import { useProject } from '../../data/projects.ts'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Section } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { SaveFields } from '../../page/form/SaveFields.tsx'
import { Loaded } from '../../page/Loaded.tsx'
import { PageHead } from '../../shell/PageHead.tsx'
import { brandingTexts } from '../../texts/en/branding.ts'
import { AccentFigures } from './AccentFigures.tsx'
import css from './branding.module.css'
import { brandingFields, brandingOf, brandingUpdate, logoNames } from './forms.tsx'

const Preview = lazy(async () => ({ default: (await import('./Preview.tsx')).Preview }))

/** The project's logos, accent, support address and links, beside a preview of a card and a mail. */
export function Branding(): ReactNode {
  const t = useTexts(brandingTexts)
  const query = useProject()
  return (
    <>
      <PageHead title={t.title} of={query.data?.displayName} lead={t.lead} />
      <Loaded
        query={query}
        failed={t.loadFailed}
        skeleton={
          <div className={css['columns']}>
            <RowsSkeleton kind="settings" count={8} />
          </div>
        }
      >
        {(project) => <BrandingForm project={project} />}
      </Loaded>
    </>
  )
}

function BrandingForm({ project }: { readonly project: AdminProjectWithHooks }): ReactNode {
  const t = useTexts(brandingTexts)
  const editProject = useEditProject()
  const stored = brandingOf(project)
  return (
    <div className={css['columns']}>
      <SaveFields
        right={settingsRight}
        stored={stored}
        fields={brandingFields(t)}
        personOf={usePersonOf()}
        onSubmit={(_values, changes) =>
          editProject((latest, conflict) => {
            throwIfConcerned(conflict, { base: stored, typed: changes }, brandingOf(latest))
            return brandingUpdate(changes)
          })
        }
        arrange={(fieldOf, values) => (
          <>
            <Section title={t.logos} note={t.logosNote}>
              <div className={css['logos']}>
                {logoNames.map((name) => (
                  <div key={name}>{fieldOf(name)}</div>
                ))}
              </div>
            </Section>
            <Section title={t.colour}>
              {fieldOf('accentColor')}
              <AccentFigures color={values.accentColor} texts={t} />
            </Section>
            <Section title={t.addresses}>
              {fieldOf('supportEmail')}
              {fieldOf('termsUrl')}
              {fieldOf('privacyUrl')}
              {fieldOf('showsPortico')}
            </Section>
          </>
        )}
        after={({ form }) => (
          <Suspense>
            <Preview project={project} values={form.values} isChanged={form.isChanged} texts={t} />
          </Suspense>
        )}
      />
    </div>
  )
}
