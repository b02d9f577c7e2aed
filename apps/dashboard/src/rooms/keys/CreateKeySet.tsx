import { Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { adminKeysRight, keySets, type CreatedKeySet } from '../../data/api-keys.ts'
import { useCurrentProject } from '../../data/projects.ts'
import { settings } from '../../data/settings.ts'
import { Button } from '../../kit/Button.tsx'
import { CopyButton } from '../../kit/CopyButton.tsx'
import { Message } from '../../page/Message.tsx'
import { OnceDialog } from '../../page/OnceDialog.tsx'
import { download } from '../../kit/download.ts'
import { CopyLine } from '../../kit/CopyLine.tsx'
import { useMay } from '../../kit/May.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { FormDialog } from '../../page/form/FormDialog.tsx'
import { keysTexts } from '../../texts/en/keys.ts'
import { expiryOf, newKeySet } from './forms.ts'
import css from './keys.module.css'

/** Creates a key set, then shows its keys once. */
export function CreateKeySet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useTexts(keysTexts)
  const format = useFormat()
  const mayGiveAdmin = useMay()(adminKeysRight)
  const create = keySets.useChange('create')
  const [created, setCreated] = useState<CreatedKeySet | null>(null)
  if (created) return <ShownOnce keySet={created} onDone={onClose} />
  return (
    <FormDialog
      title={t.create}
      lead={t.dialog.lead}
      pending="creating"
      isWide
      isAnswerOnce
      fields={newKeySet(t, format, mayGiveAdmin)}
      isHidden={({ expiry }) => (expiry === 'date' ? [] : ['date'])}
      onSubmit={({ description, keys, ...values }) =>
        create({
          description: description.trim(),
          expiresAt: expiryOf(values),
          hasPublishableClientKey: keys.includes('publishable'),
          hasSecretServerKey: keys.includes('server'),
          hasSuperSecretAdminKey: keys.includes('admin'),
        })
      }
      onDone={setCreated}
      onClose={onClose}
    />
  )
}

function ShownOnce({ keySet, onDone }: { readonly keySet: CreatedKeySet; readonly onDone: () => void }): ReactNode {
  const t = useTexts(keysTexts)
  const { id } = useCurrentProject()
  const keys = [
    { name: 'PORTICO_PUBLISHABLE_CLIENT_KEY', label: t.dialog.publishable, value: keySet.publishableClientKey },
    { name: 'PORTICO_SECRET_SERVER_KEY', label: t.dialog.server, value: keySet.secretServerKey },
    { name: 'PORTICO_SUPER_SECRET_ADMIN_KEY', label: t.dialog.admin, value: keySet.superSecretAdminKey },
  ].flatMap(({ value, ...rest }) => (value === undefined ? [] : [{ ...rest, value }]))
  const env = [
    `PORTICO_API_URL=${settings.baseUrl}`,
    `PORTICO_PROJECT_ID=${id}`,
    ...keys.map(({ name, value }) => `${name}=${value}`),
    '',
  ].join('\n')
  const content = (
    <>
      {keys.map(({ label, value }) => (
        <div key={label} className="field">
          <span className="label">{label}</span>
          <CopyLine value={value} what={label} />
        </div>
      ))}
      <div className={css['actions']}>
        <CopyButton text={env} label={t.once.copyEnv} size="regular" variant="plain" />
        <Button onClick={() => download('.env', [env], 'text/plain')}>
          <Download />
          {t.once.download}
        </Button>
      </div>
    </>
  )
  const secrets = keys.filter(({ value }) => value !== keySet.publishableClientKey).length
  if (secrets === 0) {
    return (
      <Message title={t.once.created} lead={t.once.publishableLead} isWide onClose={onDone}>
        {content}
      </Message>
    )
  }
  return (
    <OnceDialog
      title={t.once.title}
      lead={keys.length > secrets ? t.once.leadWithPublishable : t.once.lead}
      isPlural={keys.length > 1}
      onDone={onDone}
    >
      {content}
    </OnceDialog>
  )
}
