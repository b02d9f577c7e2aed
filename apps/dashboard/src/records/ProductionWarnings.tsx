import { findProductionModeWarnings, providerName } from '@portico/client/admin'
import type { ReactNode } from 'react'

import type { ProjectConfig } from '../data/project-config.ts'
import { useCurrentProject } from '../data/projects.ts'
import { ListRow, Rows } from '../kit/Rows.tsx'
import { useTexts } from '../language/useTexts.ts'
import { useFormat } from '../language/format.ts'
import { RoomLink } from '../shell/RoomLink.tsx'
import { recordsTexts } from '../texts/en/records.ts'

/**
 * What users notice of the operator: shared provider keys and the shared mail server. It does not prevent production
 * mode.
 */
export function ProductionWarnings({ config }: { readonly config: ProjectConfig }): ReactNode {
  const { productionWarnings: t } = useTexts(recordsTexts)
  const format = useFormat()
  const { id } = useCurrentProject()
  const warnings = findProductionModeWarnings({ id, config })
  if (warnings.length === 0) return null
  const rows = warnings.map(({ rule, providers = [] }) => (
    <ListRow
      key={rule}
      action={
        rule === 'shared-mail-server' ? (
          <RoomLink room="emails" path="/server">
            {t[rule].fix}
          </RoomLink>
        ) : (
          <RoomLink room="signIn">{t[rule].fix}</RoomLink>
        )
      }
    >
      {rule === 'shared-mail-server' ? t[rule].warning : t[rule].warning(format.list(providers.map(providerName)))}
      <span className="row-note">{t[rule].reason}</span>
    </ListRow>
  ))
  return (
    <>
      <h3 className="rows-title">{t.title}</h3>
      <Rows kind="list">{rows}</Rows>
    </>
  )
}
