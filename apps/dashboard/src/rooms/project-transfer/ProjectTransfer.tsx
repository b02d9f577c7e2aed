import { useParams } from '@tanstack/react-router'
import { PackageOpen, PackageX } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { keptProjectTransfer } from '../../data/kept-code.ts'
import { useProjectTransfer } from '../../data/project-transfer.ts'
import { Empty } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { LinkPage } from '../../page/LinkPage.tsx'
import { partnerTexts } from '../../texts/en/partners.ts'
import { shellTexts } from '../../texts/en/shell.ts'
import { Confirmation, TransferText } from './Confirmation.tsx'
import { transferRefusalOf } from './refusal.ts'

/** The page to which a partner sends a user who takes over a project. */
export function ProjectTransfer(): ReactNode {
  const { transfer: t } = useTexts(partnerTexts)
  const { product } = useTexts(shellTexts)
  const { partner } = useParams({ from: '/owner/solo/integrations/$partner/projects/transfer/confirm' })
  const [code] = useState(keptProjectTransfer.read)
  const link = { code, partner }
  const transfer = useProjectTransfer(link)
  const [refusal, setRefusal] = useState<unknown>(null)
  const refused = code === '' ? 'incomplete' : transferRefusalOf(refusal ?? (transfer.data ? null : transfer.error))
  return (
    <>
      <title>{`${t.title} · ${product}`}</title>
      <LinkPage texts={t} closed={refused && { icon: <PackageX />, ...t.refused[refused] }} query={transfer}>
        {({ projectDisplayName }) => (
          <Empty
            isPage
            icon={<PackageOpen />}
            title={t.title}
            text={<TransferText partner={partner} project={projectDisplayName} />}
          >
            <Confirmation link={link} onRefused={setRefusal} />
          </Empty>
        )}
      </LinkPage>
    </>
  )
}
