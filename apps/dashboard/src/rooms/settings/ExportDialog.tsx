import type { ReactNode } from 'react'

import * as endpointRights from '../../data/endpoint-rights.ts'
import { useExportConfiguration } from '../../data/project-settings.ts'
import { useCurrentProject } from '../../data/projects.ts'
import { download } from '../../kit/download.ts'
import { useMay } from '../../kit/May.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { FormDialog } from '../../page/form/FormDialog.tsx'
import { settingsTexts } from '../../texts/en/settings.ts'
import { exportFields } from './forms.ts'

/** Saves the configuration as a JSON document. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { file: t } = useTexts(settingsTexts)
  const { id } = useCurrentProject()
  const exportConfiguration = useExportConfiguration()
  return (
    <FormDialog
      title={t.exportLabel}
      lead={t.exportLead}
      pending="exporting"
      fields={exportFields(t, useMay()(endpointRights.exportConfigurationWithSecrets))}
      isHidden={({ kind }) => (kind === 'sealed' ? [] : ['passphrase'])}
      onSubmit={async ({ kind, passphrase }) => {
        const document = await exportConfiguration(kind === 'sealed' ? passphrase : null)
        download(`${id}.portico.json`, [`${JSON.stringify(document, null, 2)}\n`], 'application/json')
      }}
      onClose={onClose}
    />
  )
}
