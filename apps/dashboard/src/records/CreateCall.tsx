import { API_PREFIX } from '@portico/client/admin'
import type { ReactNode } from 'react'

import { useCurrentProject } from '../data/projects.ts'
import { settings } from '../data/settings.ts'
import { CodeBlock } from '../kit/CodeBlock.tsx'

/** A call of the API that creates a record, to copy: for a list without records. */
export function CreateCall({ path, body }: { readonly path: string; readonly body: object }): ReactNode {
  const { id } = useCurrentProject()
  return (
    <CodeBlock
      title="Terminal"
      values={[settings.baseUrl, id]}
      code={`curl ${settings.baseUrl}${API_PREFIX}${path} \\
  -H 'content-type: application/json' \\
  -H 'x-stack-access-type: server' \\
  -H 'x-stack-project-id: ${id}' \\
  -H 'x-stack-secret-server-key: ssk_…' \\
  -d '${JSON.stringify(body)}'`}
    />
  )
}
