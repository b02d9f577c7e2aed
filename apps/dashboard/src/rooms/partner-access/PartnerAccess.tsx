import { fill } from '@portico/ui/language/fill'
import { Link, useSearch } from '@tanstack/react-router'
import { KeyRound, Unlink } from 'lucide-react'
import type { ReactNode } from 'react'

import { usePartnerAuthorization } from '../../data/partner-access.ts'
import { useProjects } from '../../data/projects.ts'
import { buttonLook } from '../../kit/Button.tsx'
import { Bone, Empty } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { Loaded, together } from '../../page/Loaded.tsx'
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
  const title = <title>{`${t.title} · ${product}`}</title>
  const closed = uid === '' || (!authorization.data && isUnknown(authorization.error)) ? 'unknown' : null
  const state = authorization.data?.state
  if (closed !== null || state === 'expired' || state === 'answered') {
    const words = t.closed[closed ?? (state === 'expired' ? 'expired' : 'answered')]
    return (
      <>
        {title}
        <Empty
          isPage
          icon={<Unlink />}
          {...words}
          action={
            <Link to="/projects" {...buttonLook({})}>
              {t.toProjects}
            </Link>
          }
        />
      </>
    )
  }
  return (
    <>
      {title}
      {!authorization.data && <h1 className="sr">{t.title}</h1>}
      <Loaded
        query={together([authorization, projects])}
        failed={t.loadFailed}
        skeleton={
          <div className={css['loading']}>
            <Bone width="56%" />
            <Bone width="80%" />
          </div>
        }
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
      </Loaded>
    </>
  )
}

/** The service does not know the request; it has not failed. */
function isUnknown(error: unknown): boolean {
  const { statusCode } = (error ?? {}) as { statusCode?: unknown }
  return statusCode === 400 || statusCode === 404
}
