import { fill } from '@portico/ui/language/fill'
import { useSearch } from '@tanstack/react-router'
import { KeyRound, Unlink } from 'lucide-react'
import type { ReactNode } from 'react'

import { usePartnerAuthorization } from '../../data/partner-access.ts'
import { useProjects } from '../../data/projects.ts'
import { Empty } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { LinkPage } from '../../page/LinkPage.tsx'
import { together } from '../../page/Loaded.tsx'
import { partnerAccessTexts } from '../../texts/en/partner-access.ts'
import { shellTexts } from '../../texts/en/shell.ts'
import { AccessChoice } from './AccessChoice.tsx'
import css from './partner-access.module.css'

/** The page on which an owner answers the request of a partner for an admin key. */
export function PartnerAccess(): ReactNode {
  const t = useTexts(partnerAccessTexts)
  const { product } = useTexts(shellTexts)
  const { interaction_uid: uid = '' } = useSearch({ from: '/owner/solo/integrations/$partner/confirm' })
  const authorization = usePartnerAuthorization(uid)
  const projects = useProjects()
  const isNotFound = uid === '' || isUnknown(authorization.error)
  const state = authorization.data?.state ?? (isNotFound ? 'unknown' : 'open')
  return (
    <>
      <title>{`${t.title} · ${product}`}</title>
      <LinkPage
        texts={t}
        closed={state === 'open' ? null : { icon: <Unlink />, ...t.closed[state] }}
        query={together([authorization, projects])}
      >
        {([asked, owned]) => (
          <div className={css['page']}>
            <Empty
              isPage
              icon={<KeyRound />}
              title={t.heading(asked.redirectHost)}
              text={
                <>
                  {fill(asked.externalProjectName === null ? t.text : t.textForProject, {
                    host: (
                      <bdi className="strong" dir="ltr">
                        {asked.redirectHost}
                      </bdi>
                    ),
                    external: <bdi className="strong">{asked.externalProjectName}</bdi>,
                  })}{' '}
                  {t.rights}
                </>
              }
            />
            <AccessChoice uid={uid} asked={asked} projects={owned.filter(({ id }) => id !== 'internal')} />
          </div>
        )}
      </LinkPage>
    </>
  )
}

/** The service does not know the request; it has not failed. */
function isUnknown(error: unknown): boolean {
  const { statusCode } = (error ?? {}) as { statusCode?: unknown }
  return statusCode === 400 || statusCode === 404
}
