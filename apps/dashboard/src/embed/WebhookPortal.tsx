import { PorticoAdminApp } from '@portico/react/internal'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Link2Off } from 'lucide-react'
import { useEffect, useMemo, type ReactNode } from 'react'

import { ProjectContext, type CurrentProject } from '../data/projects.ts'
import { createQueryClient } from '../data/query-client.ts'
import { SignInAgainContext } from '../kit/ActFailure.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { FieldError } from '../kit/Field.tsx'
import { Empty } from '../kit/States.tsx'
import { Toasts } from '../kit/Toasts.tsx'
import { useTexts } from '../language/useTexts.ts'
import { embedTexts } from '../texts/en/embed.ts'
import { endAccess, hasEnded, projectId, token } from './opening.ts'
import { router } from './router.tsx'

const queries = createQueryClient((error) => {
  if ((error as { statusCode?: unknown }).statusCode === 401) endAccess()
})

/** A project's webhooks, in a page of the host. Everything is read and changed with the token of the host. */
export function WebhookPortal(): ReactNode {
  const given = token.useValue()
  useEffect(() => {
    if (given === null) endAccess()
    // Repeats what the token before could not read.
    else void queries.invalidateQueries()
  }, [given])
  return <main className="embedded">{given === null ? <NoAccess /> : <Room token={given} />}</main>
}

function Room({ token: given }: { readonly token: string }): ReactNode {
  const t = useTexts(embedTexts)
  const isEnded = hasEnded.useValue()
  const project = useMemo((): CurrentProject => ({ id: projectId, app: appOf(given) }), [given])
  return (
    <QueryClientProvider client={queries}>
      <ProjectContext value={project}>
        <SignInAgainContext value={() => <FieldError>{t.signInAgain}</FieldError>}>
          <RouterProvider router={router} />
          <Toasts />
          {/* The room stays below, with what was typed. */}
          {isEnded && <Dialog title={t.title} lead={`${t.text} ${t.unsaved}`} footer={null} />}
        </SignInAgainContext>
      </ProjectContext>
    </QueryClientProvider>
  )
}

function NoAccess(): ReactNode {
  const { title, text } = useTexts(embedTexts)
  return <Empty isPage icon={<Link2Off />} title={title} text={text} />
}

/** An app without session and keys. The token replaces them. */
function appOf(given: string): CurrentProject['app'] {
  return new PorticoAdminApp<false>({
    projectId,
    projectOwnerSession: () => Promise.resolve(null),
    extraRequestHeaders: { authorization: `Bearer ${given}` },
    tokenStore: null,
    baseUrl: window.location.origin,
  })
}
