import { modalEvents, useModal } from '@portico/ui/parts/modal'
import { useLocation, useMatches, useNavigate, useParams } from '@tanstack/react-router'
import { Menu, Search } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'

import * as endpointRights from '../data/endpoint-rights.ts'
import { countDone, FIRST_STEPS, useFirstSteps } from '../data/first-steps.ts'
import { useProductionModeErrors } from '../data/project-config.ts'
import { useProjectOf } from '../data/project-apps.ts'
import { ProjectContext, useCurrentProject, useProject } from '../data/projects.ts'
import { useIsServiceSilent } from '../data/service.ts'
import { useRightsAfterRefusals, useStaffRights } from '../data/staff-rights.ts'
import { needsAttention, useWebhookEndpoints } from '../data/webhooks.ts'
import { IconButton } from '../kit/Button.tsx'
import { isOffline } from '../kit/failure.ts'
import { May, RightsContext, useMay } from '../kit/May.tsx'
import { hidePageScrollBar } from '../kit/page-scroll.ts'
import { useShortcut } from '../kit/shortcuts.ts'
import { useMedia } from '../kit/useMedia.ts'
import { useTexts } from '../language/useTexts.ts'
import { useFormat } from '../language/format.ts'
import { readStored, writeStored } from '../language/storage.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { shellTexts } from '../texts/en/shell.ts'
import { useRememberProject } from './last-project.ts'
import { NoPermission, Offline } from './MessagePages.tsx'
import { NoRight } from './NoRight.tsx'
import { Rail } from './Rail.tsx'
import { firstRoom } from './first-room.ts'
import { railItems } from './rail-items.ts'
import { useSetRailNote } from './rail-notes.ts'
import { rightOfPage } from './room-rights.ts'
import { useHashTarget } from './useHashTarget.ts'
import { Room } from './Room.tsx'
import { useOpenOverlay } from './useOverlay.ts'

/** The frame of a project's rooms: rail from 1024 px, else a top bar and a sheet. */
export function ProjectLayout(): ReactNode {
  const { projectId = '' } = useParams({ strict: false })
  const project = useProjectOf(projectId)
  return (
    <ProjectContext value={project ?? null} key={projectId}>
      <Rights projectId={projectId}>
        <Frame>
          <AllowedRoom projectId={projectId} />
        </Frame>
      </Rights>
    </ProjectContext>
  )
}

const noRights: ReadonlySet<never> = new Set()

function Rights({ projectId, children }: { readonly projectId: string; readonly children: ReactNode }): ReactNode {
  const rights = useStaffRights(projectId)
  useRightsAfterRefusals()
  return <RightsContext value={rights === undefined ? noRights : rights}>{children}</RightsContext>
}

/**
 * The room that is open, if the signed-in person's role may open it. It stays until the code of the next one is loaded,
 * although the URL already names the next one.
 */
function AllowedRoom({ projectId }: { readonly projectId: string }): ReactNode {
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' })
  const may = useMay()
  const areKnown = useStaffRights(projectId) !== undefined
  if (!areKnown) return null
  return may(rightOfPage(pathname.slice(`/projects/${projectId}`.length))) ? <Room /> : <NoRight />
}

function Frame({ children }: { readonly children: ReactNode }): ReactNode {
  const t = useTexts(shellTexts)
  const { id } = useCurrentProject()
  const project = useProject()
  const openOverlay = useOpenOverlay()
  const navigate = useNavigate()
  const isWide = useMedia('(min-width: 1024px)')
  // On narrow pages the switcher, which binds the same keys, is in the closed sheet.
  useShortcut(isWide ? null : 'g p', () => void navigate({ to: '/projects' }))
  const { pathname } = useLocation()
  // A navigation closes the sheet.
  const [sheetOn, setSheetOn] = useState<string | null>(null)
  const isSheetOpen = sheetOn === pathname
  const setSheetOpen = (isOpen: boolean): void => setSheetOn(isOpen ? pathname : null)
  const rail = (
    <Rail
      onOpen={(overlay) => {
        setSheetOpen(false)
        openOverlay(overlay)
      }}
    />
  )
  useStartNote()
  useDomainsNote()
  useHashTarget()
  useRememberProject(id)
  useKeysNote()
  useWebhooksNote()
  const isSilent = useIsServiceSilent()
  const isUnreachable = project.isError && (!project.data || hasLostAccess(project.error))
  return (
    <div className="shell">
      <a className="skip btn" href="#main">
        {t.skip}
      </a>
      <GoKeys />
      {isWide ? (
        <aside className="rail" aria-label={t.project}>
          {rail}
        </aside>
      ) : (
        <header className="topbar">
          <IconButton
            label={t.menu}
            aria-expanded={isSheetOpen}
            aria-haspopup="dialog"
            onClick={() => setSheetOpen(true)}
          >
            <Menu className="large" />
          </IconButton>
          <b className="cut" dir="auto">
            {project.data?.displayName}
          </b>
          <span className="push" />
          <IconButton label={t.search} aria-haspopup="dialog" onClick={() => openOverlay('palette')}>
            <Search className="large" />
          </IconButton>
          {isSheetOpen && (
            <Sheet label={t.menu} onClose={() => setSheetOpen(false)}>
              {rail}
            </Sheet>
          )}
        </header>
      )}
      <main className="main" id="main" tabIndex={-1}>
        <div className="content">
          {isUnreachable || (isSilent && !project.data) ? (
            isSilent || isOffline(project.error) || !isRefusal(project.error) ? (
              <Offline onReturn={() => void project.refetch()} />
            ) : (
              <NoPermission />
            )
          ) : (
            children
          )}
        </div>
      </main>
    </div>
  )
}

/** Get started shows its progress, and leaves the rail after the first sign-in, if there is another first room. */
function useStartNote(): void {
  const t = useTexts(kitTexts)
  const { id } = useCurrentProject()
  const steps = useFirstSteps({ isWatched: false, isNeeded: useMay()(endpointRights.listInternalApiKeys) }).data
  const key = `portico-dashboard-started-${id}`
  const [wasDone] = useState(() => readStored(key) !== null)
  const isDone = steps ? Boolean(steps.firstSignIn) : wasDone
  useEffect(() => {
    // Stored, so that the rail of the next visit does not move when the steps are read.
    if (steps) writeStored(key, steps.firstSignIn ? 'yes' : null)
  }, [key, steps])
  useSetRailNote('start', {
    isHidden: isDone && railItems[0]?.path !== firstRoom,
    ...(steps && !isDone && { text: t.position(countDone(steps), FIRST_STEPS) }),
  })
}

/**
 * The service answers an owner of another project like a wrong token, so that ids of projects cannot be probed. A rate
 * limit and a timeout are not refusals.
 */
function isRefusal(error: unknown): boolean {
  const { statusCode } = error as { statusCode?: unknown }
  return typeof statusCode === 'number' && statusCode < 500 && statusCode !== 429 && statusCode !== 408
}

/** Whether the owner was removed while the page was open. */
function hasLostAccess(error: unknown): boolean {
  return (error as { errorCode?: unknown }).errorCode === 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN'
}

/** Shows the number of findings that prevent production mode. */
function useDomainsNote(): void {
  const t = useTexts(shellTexts)
  const format = useFormat()
  const { data: findings } = useProductionModeErrors()
  const count = findings?.length ?? 0
  const shown = format.number(count)
  useSetRailNote('domains', count === 0 ? {} : { text: shown, title: t.findings(shown), isWarning: true })
}

/** Warns of key sets that expire soon: users then cannot sign in to their apps. */
function useKeysNote(): void {
  const t = useTexts(shellTexts)
  const format = useFormat()
  const may = useMay()
  const steps = useFirstSteps({ isWatched: false, isNeeded: may(endpointRights.listInternalApiKeys) })
  const count = steps.data?.expiringKeySets ?? 0
  const shown = format.number(count)
  useSetRailNote('keys', count === 0 ? {} : { text: shown, title: t.expiringKeySets(count, shown), isWarning: true })
}

/** Warns of webhook endpoints that miss events. */
function useWebhooksNote(): void {
  const t = useTexts(shellTexts)
  const format = useFormat()
  const isNeeded = useMay()(endpointRights.listWebhookEndpoints)
  const count = useWebhookEndpoints({ isNeeded }).data?.rows.filter(needsAttention).length ?? 0
  const shown = format.number(count)
  useSetRailNote('webhooks', count === 0 ? {} : { text: shown, title: t.failingWebhooks(shown), isWarning: true })
}

/** `G` and a letter open a room. */
function GoKeys(): ReactNode {
  return railItems.flatMap(({ id, path, letter, right }) =>
    letter === undefined ? (
      []
    ) : (
      <May key={id} right={right}>
        <GoKey path={path} letter={letter} />
      </May>
    ),
  )
}

function GoKey({ path, letter }: { readonly path: string; readonly letter: string }): ReactNode {
  const navigate = useNavigate()
  const { projectId } = useParams({ strict: false })
  useShortcut(`g ${letter}`, () => void navigate({ to: `/projects/${projectId}${path}` }))
  return null
}

function Sheet({
  label,
  onClose,
  children,
}: {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}): ReactNode {
  const sheet = useModal(hidePageScrollBar)
  return (
    <dialog ref={sheet} className="rail" aria-label={label} {...modalEvents(onClose)}>
      {children}
    </dialog>
  )
}
