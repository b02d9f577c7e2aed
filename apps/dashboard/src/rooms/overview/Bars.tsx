import { KeyRound, Lock, Mail } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import type { Figures } from '../../data/metrics.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { nameOfProvider } from '../../kit/provider-names.ts'
import { ProviderMark } from '../../kit/ProviderMark.tsx'
import { Section } from '../../kit/States.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormat } from '../../language/format.ts'
import { overviewTexts } from '../../texts/overview.ts'
import css from './overview.module.css'
import { sharesOf, type Share } from './shares.ts'

const COUNTRIES_FIRST = 10

const ownMethods = { password: <Lock />, otp: <Mail />, passkey: <KeyRound /> } as const

/** The sign-in methods that users have, with count and share. */
export function Methods({ figures }: { readonly figures: Figures }): ReactNode {
  const t = useTexts(overviewTexts)
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
              <bdi className="cut">{isOwnMethod(share.id) ? t.methodNames[share.id] : nameOfProvider(share.id)}</bdi>
            </Bar>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** The countries of the users, the most frequent first. */
export function Countries({ figures }: { readonly figures: Figures }): ReactNode {
  const t = useTexts(overviewTexts)
  const format = useFormat()
  const [areAllShown, setAllShown] = useState(false)
  const all = sharesOf(Object.entries(figures.usersByCountry).map(([id, count]) => ({ id, count })))
  const shown = areAllShown ? all : all.slice(0, COUNTRIES_FIRST)
  return (
    <Section title={t.countries} note={all.length === 0 ? undefined : t.countriesNote}>
      {all.length === 0 && <p className="soft">{t.noCountries}</p>}
      {all.length > 0 && (
        <ul className={`${css['bars']} ${css['countries']}`} data-plain="">
          {shown.map((share) => (
            <Bar key={share.id} share={share}>
              <span className="cut">{format.country(share.id)}</span>
            </Bar>
          ))}
        </ul>
      )}
      {all.length > COUNTRIES_FIRST && (
        <p className={css['more']}>
          <LinkButton aria-expanded={areAllShown} onClick={() => setAllShown(!areAllShown)}>
            {areAllShown ? t.fewerCountries : t.allCountries(format.number(all.length))}
          </LinkButton>
        </p>
      )}
    </Section>
  )
}

function Bar({ share, children }: { readonly share: Share; readonly children: ReactNode }): ReactNode {
  const t = useTexts(overviewTexts)
  const format = useFormat()
  return (
    <li>
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
