import { Fragment, type ReactNode } from 'react'
import { useTranslate } from '../i18n/language.ts'
import { Card } from '../parts/Card.tsx'
import { Separator } from '../parts/Separator.tsx'
import { Tabs, type Tab } from '../parts/Tabs.tsx'

export interface AuthCardProps {
  readonly title: string
  readonly project?: string | undefined
  readonly lead?: ReactNode
  /** Ways in by one click: the OAuth buttons, then the passkey button. */
  readonly oneClick: readonly Tab[]
  /** Ways in by a form, in the order of their tabs; a single one needs no tab. */
  readonly forms: readonly Tab[]
  readonly extraInfo?: ReactNode
}

/**
 * The order of the sign-in card: one-click ways, a separator, the form or the tabs of several forms, extra information.
 * It knows no method by name, so that a new one is an entry of a list.
 */
export function AuthCard(props: AuthCardProps): ReactNode {
  const { oneClick, forms, extraInfo } = props
  const t = useTranslate()
  const [onlyForm] = forms
  return (
    <Card title={props.title} project={props.project} lead={props.lead}>
      <div className="portico-methods">
        {oneClick.map((way) => (
          <Fragment key={way.id}>{way.content}</Fragment>
        ))}
        {oneClick.length > 0 && forms.length > 0 && <Separator>{t('Or continue with')}</Separator>}
        {forms.length > 1 ? <Tabs label={t('Ways to sign in')} tabs={forms} /> : onlyForm?.content}
        {oneClick.length + forms.length === 0 && (
          <p className="portico-empty">{t('No authentication method enabled')}</p>
        )}
      </div>
      {extraInfo !== undefined && <div className="portico-extra">{extraInfo}</div>}
    </Card>
  )
}
