import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'

import { useIsServiceSilent } from '../data/service.ts'
import { useTexts } from '../language/useTexts.ts'
import { shellTexts } from '../texts/en/shell.ts'
import './shell.css'

/** A notice while the service does not respond. Afterwards, failed reads are repeated. */
export function ServiceNotice(): ReactNode {
  const { silent } = useTexts(shellTexts)
  const client = useQueryClient()
  const isSilent = useIsServiceSilent()
  const notice = useRef<HTMLDivElement>(null)
  const wasSilent = useRef(false)
  useEffect(() => {
    // In the top layer, so that it is above a dialog.
    notice.current?.togglePopover(isSilent)
    if (!isSilent && wasSilent.current) void readAgain(client)
    wasSilent.current = isSilent
  }, [client, isSilent])
  return (
    <div ref={notice} className="silent" popover="manual" role="status">
      {isSilent && (
        <>
          <CloudOff />
          {silent}
        </>
      )}
    </div>
  )
}

async function readAgain(client: QueryClient): Promise<void> {
  await client.cancelQueries({ predicate: isStuck })
  await client.refetchQueries({ type: 'active', predicate: isUnread })
}

/** A first read that has not ended. The SDK may be pausing before it repeats the read. */
function isStuck({ state }: Query): boolean {
  return state.data === undefined && state.fetchStatus !== 'idle'
}

function isUnread({ state }: Query): boolean {
  return state.data === undefined || state.status === 'error'
}
