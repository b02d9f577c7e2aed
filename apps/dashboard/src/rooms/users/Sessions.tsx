import { Laptop, Smartphone, VenetianMask } from 'lucide-react'
import type { ReactNode } from 'react'

import { users, type ListedUser } from '../../data/users.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { May } from '../../kit/May.tsx'
import { Pictured } from '../../kit/Pictured.tsx'
import { ListRow } from '../../kit/Rows.tsx'
import { CutText } from '../../kit/Text.tsx'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/useTexts.ts'
import { RecordSection } from '../../page/RecordSection.tsx'
import { useAct } from '../../page/useAct.tsx'
import { usersTexts } from '../../texts/en/users.ts'
import { describeDevice } from './device.ts'
import type { SignInPartProps } from './tabs.ts'

type Session = Awaited<ReturnType<ListedUser['getActiveSessions']>>[number]

/** The active sessions of a user, newest first. */
export function Sessions({ user, ask }: SignInPartProps): ReactNode {
  const { signIn: t } = useTexts(usersTexts)
  const sessions = users.useRead('sessions', [user])
  const endSession = users.useChange('endSession')
  const endSessions = users.useChange('endSessions')
  const end = useAct((id: string) => endSession(user, id))
  const askToEndAll = (): void =>
    ask({ title: t.endAllTitle, consequence: t.endAllLead, pending: 'ending', run: () => endSessions(user) })
  return (
    <RecordSection
      title={t.sessions}
      action={
        (sessions.data?.length ?? 0) > 0 && (
          <May right={users.rights.endSessions}>
            <LinkButton onClick={askToEndAll}>{t.endAll}</LinkButton>
          </May>
        )
      }
      query={sessions}
      empty={t.noSessions}
      skeletonCount={2}
      row={(session) => <SessionRow session={session} onEnd={() => end.run(session.id)} />}
    >
      {end.failure}
    </RecordSection>
  )
}

function SessionRow({ session, onEnd }: { readonly session: Session; readonly onEnd: () => void }): ReactNode {
  const { signIn: t } = useTexts(usersTexts)
  const format = useFormat()
  const { geoInfo, isImpersonation, lastUsedAt, createdAt } = session
  const { name, isPhone } = describeDevice(session.userAgent)
  const device = isImpersonation ? t.impersonated : (name ?? t.unknownDevice)
  const place = [geoInfo?.cityName, geoInfo?.countryCode].filter(Boolean).join(', ')
  const facts = [place, geoInfo?.ip, format.relative(lastUsedAt ?? createdAt)].filter(Boolean)
  return (
    <ListRow
      action={
        <May right={users.rights.endSession}>
          <LinkButton aria-label={t.endOf(device)} onClick={onEnd}>
            {t.end}
          </LinkButton>
        </May>
      }
    >
      <Pictured
        picture={isImpersonation ? <VenetianMask className="warn-text" /> : isPhone ? <Smartphone /> : <Laptop />}
      >
        <CutText>{device}</CutText>
        <span className="row-note">
          <CutText>{facts.join(' · ')}</CutText>
        </span>
      </Pictured>
    </ListRow>
  )
}
