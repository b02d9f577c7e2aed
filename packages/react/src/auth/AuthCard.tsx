'use client'

import { useMemo, useState, type ReactNode } from 'react'
import { useTranslate } from '../i18n/language.ts'
import { Card } from '../parts/Card.tsx'
import { Separator } from '../parts/Separator.tsx'
import { Tabs, type Tab } from '../parts/Tabs.tsx'
import { AuthStepContext, type AuthStep } from './auth-step.ts'

/** A sign-in method that the card shows without a tab. */
export type CardMethod = Pick<Tab, 'id' | 'content'>

export interface AuthCardProps {
  readonly title: string
  readonly project?: ReactNode
  readonly lead?: ReactNode
  /** Methods with one click: the OAuth buttons, then the passkey button. */
  readonly oneClick: readonly CardMethod[]
  /** Methods with a form, in the order of their tabs. A single form has no tab. */
  readonly forms: readonly Tab[]
  readonly extraInfo?: ReactNode
}

/**
 * Lays out the sign-in card: one-click methods, a separator, the form or the tabs of several forms, extra information.
 * The card does not refer to a method by name, so that a new method is only a new list entry. A method that requires a
 * code gets the whole card.
 */
export function AuthCard(props: AuthCardProps): ReactNode {
  const { oneClick, forms, extraInfo } = props
  const t = useTranslate()
  const [step, setStep] = useState<AuthStep | null>(null)
  const [onlyForm] = forms
  const placed = (method: CardMethod): ReactNode => (
    <Place way={method.id} show={setStep}>
      {method.content}
    </Place>
  )
  const stepByForm = forms.some((form) => form.id === step?.way)
  return (
    <Card title={step?.title ?? props.title} project={props.project} lead={step ? undefined : props.lead}>
      <div className="portico-methods">
        {oneClick.map((way) => (
          <div key={way.id} className="portico-method" data-one-click="" hidden={step !== null && step.way !== way.id}>
            {placed(way)}
          </div>
        ))}
        {oneClick.length > 0 && forms.length > 0 && !step && <Separator>{t('Or continue with')}</Separator>}
        {forms.length > 0 && (
          <div className="portico-method" hidden={step !== null && !stepByForm}>
            {forms.length > 1 ? (
              <Tabs
                label={t('Ways to sign in')}
                tabs={forms.map((form) => ({ ...form, content: placed(form) }))}
                only={stepByForm ? step?.way : undefined}
              />
            ) : (
              onlyForm && placed(onlyForm)
            )}
          </div>
        )}
        {oneClick.length + forms.length === 0 && (
          <p className="portico-empty">{t('No authentication method enabled')}</p>
        )}
      </div>
      {extraInfo !== undefined && !step && <div className="portico-extra">{extraInfo}</div>}
    </Card>
  )
}

interface PlaceProps {
  readonly way: string
  readonly show: (step: AuthStep | null) => void
  readonly children: ReactNode
}

function Place({ way, show, children }: PlaceProps): ReactNode {
  const place = useMemo(() => ({ way, show }), [way, show])
  return <AuthStepContext.Provider value={place}>{children}</AuthStepContext.Provider>
}
