import { Link, useParams } from '@tanstack/react-router'
import { PackageOpen, PackageX } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { keptProjectTransfer } from '../../data/kept-code.ts'
import { useProjectTransfer } from '../../data/project-transfer.ts'
import { buttonLook } from '../../kit/Button.tsx'
import { Bone, Empty } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { Loaded } from '../../page/Loaded.tsx'
import { partnerTexts } from '../../texts/en/partners.ts'
import { shellTexts } from '../../texts/en/shell.ts'
import { Confirmation, TransferText } from './Confirmation.tsx'
import css from './project-transfer.module.css'
import { refusalOf, type Refusal } from './refusal.ts'

/** The page to which a partner sends a user who takes over a project. */
export function ProjectTransfer(): ReactNode {
  const { transfer: t } = useTexts(partnerTexts)
  const { product } = useTexts(shellTexts)
  const { partner } = useParams({ from: '/owner/solo/integrations/$partner/projects/transfer/confirm' })
  const [code] = useState(keptProjectTransfer.read)
  const link = { code, partner }
  const transfer = useProjectTransfer(link)
  const [refusal, setRefusal] = useState<unknown>(null)
  const refused = code === '' ? 'incomplete' : refusalOf(refusal ?? (transfer.data ? null : transfer.error))
  return (
    <>
      <title>{`${t.title} · ${product}`}</title>
      {refused === null ? (
        <>
          {!transfer.data && <h1 className="sr">{t.title}</h1>}
          <Loaded
            query={transfer}
            failed={t.loadFailed}
            skeleton={
              <div className={css['loading']}>
                <Bone width="56%" />
                <Bone width="80%" />
              </div>
            }
          >
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
          </Loaded>
        </>
      ) : (
        <Refused refusal={refused} />
      )}
    </>
  )
}

function Refused({ refusal }: { readonly refusal: Refusal }): ReactNode {
  const { transfer: t } = useTexts(partnerTexts)
  return (
    <Empty
      isPage
      icon={<PackageX />}
      title={t.refused[refusal].title}
      text={t.refused[refusal].text}
      action={
        <Link to="/projects" {...buttonLook({})}>
          {t.toProjects}
        </Link>
      }
    />
  )
}
