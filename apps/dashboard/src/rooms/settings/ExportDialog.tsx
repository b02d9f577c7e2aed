import { CONFIGURATION_PASSPHRASE_MIN_CODE_POINTS } from '@portico/client/admin'
import type { AdminProjectWithHooks } from '@portico/react/internal'
import { useState, type ReactNode } from 'react'

import { useExportConfiguration } from '../../data/project-settings.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { download } from '../../kit/download.ts'
import { Field, RadioGroup } from '../../kit/Field.tsx'
import { PasswordInput } from '../../kit/PasswordInput.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { useTexts } from '../../language/useTexts.ts'
import { ActFailure } from '../../kit/ActFailure.tsx'
import { kitTexts } from '../../texts/en/kit.ts'
import { settingsTexts } from '../../texts/en/settings.ts'

/** Saves the configuration as a JSON document. */
export function ExportDialog({
  project,
  onClose,
}: {
  readonly project: AdminProjectWithHooks
  readonly onClose: () => void
}): ReactNode {
  const { file: t } = useTexts(settingsTexts)
  const { cancel } = useTexts(kitTexts)
  const exportConfiguration = useExportConfiguration()
  const [kind, setKind] = useState<'plain' | 'sealed'>('plain')
  const [passphrase, setPassphrase] = useState('')
  const [hasTried, setTried] = useState(false)
  const isShort = kind === 'sealed' && [...passphrase].length < CONFIGURATION_PASSPHRASE_MIN_CODE_POINTS
  const save = useAction(async () => {
    const document = await exportConfiguration(kind === 'sealed' ? passphrase : null)
    download(`${project.id}.portico.json`, [`${JSON.stringify(document, null, 2)}\n`], 'application/json')
    onClose()
  })
  const submit = (): void => {
    setTried(true)
    if (!isShort) void save.run()
  }
  return (
    <Dialog
      title={t.exportLabel}
      lead={t.exportLead}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" variant="primary" phase={save.phase} pendingLabel={t.exporting}>
            {t.exportLabel}
          </Button>
        </>
      }
    >
      <RadioGroup
        label={t.secrets}
        value={kind}
        onChange={setKind}
        options={[
          { value: 'plain', label: t.withoutSecrets, note: t.withoutSecretsNote },
          { value: 'sealed', label: t.sealed, note: t.sealedNote },
        ]}
      />
      {kind === 'sealed' && (
        <Field label={t.passphrase} help={t.passphraseHelp} error={hasTried && isShort ? t.passphraseShort : null}>
          <PasswordInput value={passphrase} onChange={(event) => setPassphrase(event.target.value)} />
        </Field>
      )}
      <ActFailure failure={save.failure} onRepeat={submit} />
    </Dialog>
  )
}
