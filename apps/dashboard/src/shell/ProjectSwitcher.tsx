import { Link } from '@tanstack/react-router'
import { Check, ChevronsUpDown, List, Plus } from 'lucide-react'
import { useRef, type ReactNode } from 'react'

import { useCurrentProject, useProject, useProjects } from '../data/projects.ts'
import { ItemContent, itemLook, Menu, MenuHeading, MenuSeparator } from '../kit/Menu.tsx'
import { Bone } from '../kit/States.tsx'
import { useShortcut } from '../kit/shortcuts.ts'
import { useTexts } from '../language/useTexts.ts'
import { shellTexts } from '../texts/en/shell.ts'
import { Mark, ProjectMark } from './Mark.tsx'
import { firstRoom } from './first-room.ts'

const SHOWN_MAX = 12

/** The current project, and a menu of the others. */
export function ProjectSwitcher(): ReactNode {
  const t = useTexts(shellTexts)
  const { id } = useCurrentProject()
  const project = useProject()
  const projects = useProjects()
  const button = useRef<HTMLButtonElement>(null)
  useShortcut('g p', () => button.current?.click())
  const listed = projects.data?.find((candidate) => candidate.id === id)
  const current = project.data ?? listed
  return (
    <Menu
      label={t.switchProject}
      trigger={({ ref, ...trigger }) => (
        <button
          type="button"
          className="project-switch"
          {...trigger}
          ref={(element) => {
            ref(element)
            button.current = element
          }}
        >
          {current ? <ProjectMark project={current} /> : <Mark />}
          <span>
            {current ? (
              <>
                <b className="cut" dir="auto">
                  {current.displayName}
                </b>
                <small>{current.isProductionMode ? t.production : t.development}</small>
              </>
            ) : project.isError ? (
              <b>{t.switchProject}</b>
            ) : (
              <>
                <span className="sr">{t.loading}</span>
                <b>
                  <Bone width="112px" />
                </b>
                <small>
                  <Bone width="72px" />
                </small>
              </>
            )}
          </span>
          <ChevronsUpDown />
        </button>
      )}
    >
      <MenuHeading>{t.projects}</MenuHeading>
      {(projects.data ?? []).slice(0, SHOWN_MAX).map((other) => (
        <Link key={other.id} to={`/projects/$projectId${firstRoom}`} params={{ projectId: other.id }} {...itemLook({})}>
          <ItemContent icon={<ProjectMark project={other} />} end={other.id === id ? <Check /> : undefined}>
            <bdi>{other.displayName}</bdi>
          </ItemContent>
        </Link>
      ))}
      <MenuSeparator />
      <Link to="/projects" {...itemLook({})}>
        <ItemContent icon={<List />}>{t.allProjects}</ItemContent>
      </Link>
      <Link to="/projects" search={{ create: true }} {...itemLook({})}>
        <ItemContent icon={<Plus />}>{t.createProject}</ItemContent>
      </Link>
    </Menu>
  )
}
