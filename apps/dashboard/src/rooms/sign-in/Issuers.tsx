import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { settingsRight, useEditConfig, type ProjectConfig } from '../../data/project-config.ts'
import { useCurrentProject } from '../../data/projects.ts'
import { buttonLook } from '../../kit/Button.tsx'
import { May } from '../../kit/May.tsx'
import { ProviderMark } from '../../kit/ProviderMark.tsx'
import { Rows, SwitchRow } from '../../kit/Rows.tsx'
import { Section } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { issuersTexts } from '../../texts/en/issuers.ts'
import { NEW_ISSUER, switchIssuer } from './issuer-form.ts'
import css from './methods.module.css'

/** The OpenID Connect issuers by URL. Adding or editing one opens its drawer. */
export function Issuers({ config }: { readonly config: ProjectConfig | undefined }): ReactNode {
  const t = useTexts(issuersTexts)
  const { id: projectId } = useCurrentProject()
  const search = useSearch({ from: '/owner/projects/$projectId/sign-in' })
  const editConfig = useEditConfig()
  const linkTo = (provider: string) =>
    ({
      to: '/projects/$projectId/sign-in/$provider',
      params: { projectId, provider },
      search,
      resetScroll: false,
    }) as const

  return (
    <Section
      anchor="issuers"
      title={t.title}
      action={
        config && (
          <May right={settingsRight}>
            <Link {...linkTo(NEW_ISSUER)} {...buttonLook({ size: 'small' })}>
              {t.add}
            </Link>
          </May>
        )
      }
    >
      <p className="soft">{t.lead}</p>
      {config?.oidcProviders.length === 0 && <p className="soft">{t.none}</p>}
      <div className={css['providers']}>
        <Rows kind="settings">
          {config?.oidcProviders.map(({ id, displayName, enabled, issuerUrl }) => (
            <SwitchRow
              key={id}
              label={displayName}
              picture={<ProviderMark id={id} />}
              note={<bdi dir="ltr">{issuerUrl}</bdi>}
              link={
                <May right={settingsRight}>
                  <Link {...linkTo(id)} aria-label={t.editOf(displayName)}>
                    {t.edit}
                  </Link>
                </May>
              }
              value={enabled}
              onSave={(isOn) =>
                editConfig(({ oidcProviders }) => ({ oidcProviders: switchIssuer(oidcProviders, id, isOn) }))
              }
            />
          ))}
        </Rows>
      </div>
    </Section>
  )
}
