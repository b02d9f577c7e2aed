import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { Figures, RecentUser } from '../../data/metrics.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { Pictured } from '../../kit/Pictured.tsx'
import { Section } from '../../kit/States.tsx'
import { Segments } from '../../kit/Tabs.tsx'
import { CutText, MiddleCut, Time } from '../../kit/Text.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { RoomLink } from '../../shell/RoomLink.tsx'
import { overviewTexts } from '../../texts/en/overview.ts'
import css from './overview.module.css'

/** The users who signed up last, or were active last. */
export function RecentUsers({ figures }: { readonly figures: Figures }): ReactNode {
  const t = useTexts(overviewTexts)
  const navigate = useNavigate()
  const { recent: by = 'signedUp' } = useSearch({ from: '/owner/projects/$projectId/' })
  const users = by === 'signedUp' ? figures.recentlyRegistered : figures.recentlyActive
  return (
    <Section
      title={t.recent}
      action={
        <Segments
          label={t.recent}
          segments={[
            { id: 'signedUp', label: t.recentBy.signedUp },
            { id: 'active', label: t.recentBy.active },
          ]}
          current={by}
          onChange={(next) =>
            void navigate({
              to: '.',
              search: next === 'active' ? { recent: next } : {},
              replace: true,
              resetScroll: false,
            })
          }
        />
      }
    >
      {users.length === 0 && <p className="soft">{t.noRecent}</p>}
      <ul className={css['people']}>
        {users.map((user) => (
          <Person key={user.id} user={user} at={by === 'signedUp' ? user.signedUpAt : user.lastActiveAt} />
        ))}
      </ul>
    </Section>
  )
}

function Person({ user, at }: { readonly user: RecentUser; readonly at: Date | null }): ReactNode {
  const t = useTexts(overviewTexts)
  const { displayName, id, isAnonymous, primaryEmail, profileImageUrl } = user
  const name = displayName?.trim() || null
  return (
    <li>
      <Pictured
        picture={
          <Avatar
            name={name ?? primaryEmail}
            imageUrl={profileImageUrl}
            kind={isAnonymous ? 'anonymous' : 'person'}
            size="medium"
          />
        }
      >
        <RoomLink room="users" path={`/${encodeURIComponent(id)}`}>
          {name === null ? (
            <span className="strong">{isAnonymous ? t.anonymous : t.noName}</span>
          ) : (
            <CutText className="strong">{name}</CutText>
          )}
        </RoomLink>
        <span className="small soft">{primaryEmail === null ? t.noEmail : <MiddleCut>{primaryEmail}</MiddleCut>}</span>
      </Pictured>
      {at && (
        <span className="small soft">
          <Time at={at} />
        </span>
      )}
    </li>
  )
}
