import { checkDocument } from '@portico/protocols/mail-document/check-document'
import type { ReactNode } from 'react'

import {
  emailTemplates,
  type MailTemplate,
  type TemplateVersion,
  type WrittenTemplate,
} from '../../data/email-templates.ts'
import { Badge } from '../../kit/Badge.tsx'
import { Button } from '../../kit/Button.tsx'
import { ListRow, Rows } from '../../kit/Rows.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Time } from '../../kit/Text.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { Loaded } from '../../page/Loaded.tsx'
import { Message } from '../../page/Message.tsx'
import { kitTexts } from '../../texts/en/kit.ts'
import { templatesTexts } from '../../texts/en/templates.ts'

export interface HistoryDialogProps {
  readonly template: MailTemplate
  /** Shows a version in the editor, where it can be changed and saved. */
  readonly onUse: (written: WrittenTemplate) => void
  readonly onClose: () => void
}

/** The last versions of a template. One that is restored is saved like any other change. */
export function HistoryDialog({ template: { locale, type }, onUse, onClose }: HistoryDialogProps): ReactNode {
  const { history: t } = useTexts(templatesTexts)
  const { close } = useTexts(kitTexts)
  return (
    <Message title={t.title} lead={t.lead} isWide closeLabel={close} isClosePlain onClose={onClose}>
      <Loaded
        query={emailTemplates.useRead('versions', [type, locale])}
        failed={t.loadFailed}
        skeleton={<RowsSkeleton kind="list" />}
      >
        {(versions) =>
          versions.length === 0 ? (
            <p className="soft">{t.none}</p>
          ) : (
            <Rows kind="list">
              {versions.map((version) => (
                <VersionRow
                  key={version.version}
                  version={version}
                  onUse={(written) => {
                    onUse(written)
                    onClose()
                  }}
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
    </Message>
  )
}

interface VersionRowProps {
  readonly version: TemplateVersion
  readonly onUse: (written: WrittenTemplate) => void
}

function VersionRow({
  version: { changedAt, changedBy, content, isDefault, subject },
  onUse,
}: VersionRowProps): ReactNode {
  const { history: t } = useTexts(templatesTexts)
  const checked = checkDocument(content)
  return (
    <ListRow
      action={
        'document' in checked && (
          <Button variant="ghost" size="small" onClick={() => onUse({ subject, content: checked.document })}>
            {t.restore}
          </Button>
        )
      }
    >
      <span>
        <bdi>{subject}</bdi> {isDefault && <Badge>{t.standard}</Badge>}
      </span>
      <span className="row-note">
        <bdi>{changedBy.displayName ?? t.authors[changedBy.type]}</bdi> · <Time at={changedAt} />
      </span>
    </ListRow>
  )
}
