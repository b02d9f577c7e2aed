import { KeyRound, Lock, RectangleEllipsis } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'

import type { Figures } from '../../data/metrics.ts'
import { useProviderName } from '../../data/projects.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { ProviderMark } from '../../kit/ProviderMark.tsx'
import { Section } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { overviewTexts } from '../../texts/en/overview.ts'
import css from './overview.module.css'
import { sharesOf, type Share } from './shares.ts'

const WorldMap = lazy(async () => ({ default: (await import('./WorldMap.tsx')).WorldMap }))

const COUNTRIES_FIRST = 6

const ownMethods = { password: <Lock />, otp: <RectangleEllipsis />, passkey: <KeyRound /> } as const

/** The sign-in methods that users have, with count and share. */
export function Methods({ figures }: { readonly figures: Figures }): ReactNode {
  const t = useTexts(overviewTexts)
  const providerName = useProviderName()
  const shares = sharesOf(figures.loginMethods.map(({ method, count }) => ({ id: method, count })))
  return (
    <Section title={t.methods}>
      {shares.length === 0 ? (
        <p className="soft">{t.noMethods}</p>
      ) : (
        <ul className={css['bars']} aria-label={t.methodsNote}>
          {shares.map((share) => (
            <Bar key={share.id} share={share}>
              {isOwnMethod(share.id) ? ownMethods[share.id] : <ProviderMark id={share.id} isFlat />}
              <bdi className="cut">{isOwnMethod(share.id) ? t.methodNames[share.id] : providerName(share.id)}</bdi>
            </Bar>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** The countries of the users on a map and as a list, the most frequent first. */
export function Countries({ figures }: { readonly figures: Figures }): ReactNode {
  const t = useTexts(overviewTexts)
  const format = useFormat()
  const [areAllShown, setAllShown] = useState(false)
  const [pointed, point] = useState<string | null>(null)
  const all = sharesOf(Object.entries(figures.usersByCountry).map(([id, count]) => ({ id, count })))
  const shown = areAllShown ? all : all.slice(0, COUNTRIES_FIRST)
  if (all.length === 0) {
    return (
      <Section title={t.countries}>
        <p className="soft">{t.noCountries}</p>
      </Section>
    )
  }
  return (
    <Section title={t.countries} note={t.countriesNote}>
      <div className={css['geo']}>
        <Suspense fallback={<div className={css['map']} />}>
          <WorldMap shares={all} pointed={pointed} onPoint={point} />
        </Suspense>
        <div>
          <ul className={css['bars']} data-plain="">
            {shown.map((share) => (
              <Bar key={share.id} share={share} onPoint={(isOn) => point(isOn ? share.id : null)}>
                <span className="cut">{format.country(share.id)}</span>
              </Bar>
            ))}
          </ul>
          {all.length > COUNTRIES_FIRST && (
            <p className={css['more']}>
              <LinkButton aria-expanded={areAllShown} onClick={() => setAllShown(!areAllShown)}>
                {areAllShown ? t.fewerCountries : t.allCountries(format.number(all.length))}
              </LinkButton>
            </p>
          )}
        </div>
      </div>
    </Section>
  )
}

interface BarProps {
  readonly share: Share
  readonly onPoint?: (isOn: boolean) => void
  readonly children: ReactNode
}

function Bar({ share, onPoint, children }: BarProps): ReactNode {
  const t = useTexts(overviewTexts)
  const format = useFormat()
  return (
    <li onPointerEnter={() => onPoint?.(true)} onPointerLeave={() => onPoint?.(false)}>
      {children}
      <span className={css['count']}>{format.number(share.count)}</span>
      <span className={css['share']}>{share.share < 0.005 ? t.under1 : format.percent(share.share)}</span>
      <span className={css['bar']} style={{ inlineSize: `${share.length * 100}%` }} aria-hidden="true" />
    </li>
  )
}

function isOwnMethod(id: string): id is keyof typeof ownMethods {
  return Object.hasOwn(ownMethods, id)
}
