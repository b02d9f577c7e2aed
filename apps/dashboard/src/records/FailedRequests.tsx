import type { ReactNode } from 'react'

import { useFailedRequests, type RecentRequest } from '../data/first-steps.ts'
import { LinkButton } from '../kit/Button.tsx'
import { Time } from '../kit/Text.tsx'
import { useTexts } from '../language/useTexts.ts'
import { Loaded } from '../page/Loaded.tsx'
import { startTexts } from '../texts/en/start.ts'
import css from './failed-requests.module.css'

export interface FailedRequestsProps {
  /** The question that the failed requests answer. */
  readonly question: string
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** The newest failed requests of the app, each with its reason. They load while they are shown. */
export function FailedRequests({ question, isOpen, onToggle }: FailedRequestsProps): ReactNode {
  const t = useTexts(startTexts)
  return (
    <>
      <p className="small soft">
        {question}{' '}
        <LinkButton aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? t.live.hideFailed : t.live.showFailed}
        </LinkButton>
      </p>
      {isOpen && <FailedRequestList />}
    </>
  )
}

function FailedRequestList(): ReactNode {
  const t = useTexts(startTexts)
  return (
    <Loaded query={useFailedRequests()}>
      {(requests) =>
        requests.length === 0 ? (
          <p className="small soft">{t.live.noneFailed}</p>
        ) : (
          <ul className={`log ${css['list']}`}>
            {requests.map((request) => (
              <li key={request.id}>
                <div className={css['failure']}>
                  <code dir="ltr">
                    {request.method} {request.route}
                  </code>
                  {request.origin !== null && (
                    <bdi dir="ltr" className="faint">
                      {request.origin}
                    </bdi>
                  )}
                  <span className="danger-text">{reasonOf(request, t.live)}</span>
                </div>
                <Time at={request.at} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function reasonOf(
  { errorCode, isOriginTrusted, isVerified, status }: RecentRequest,
  texts: { readonly untrusted: string; readonly invalidKey: string },
): string {
  if (isOriginTrusted === false) return texts.untrusted
  if (!isVerified) return texts.invalidKey
  return errorCode ?? String(status)
}
