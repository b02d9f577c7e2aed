import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useCurrentProject } from '../data/projects.ts'
import type { TargetKind } from './event-words.ts'

export interface TargetLinkProps {
  readonly kind: TargetKind
  readonly targetId: string
  readonly children: ReactNode
}

/** A link to the record that an event is about, or to the room that has it. */
export function TargetLink({ kind, targetId, children }: TargetLinkProps): ReactNode {
  const { id: projectId } = useCurrentProject()
  const params = { projectId }
  switch (kind) {
    case 'user':
      return (
        <Link to="/projects/$projectId/users/$userId/$tab" params={{ projectId, userId: targetId, tab: 'profile' }}>
          {children}
        </Link>
      )
    case 'team':
      return (
        <Link to="/projects/$projectId/teams/$teamId/$tab" params={{ projectId, teamId: targetId, tab: 'profile' }}>
          {children}
        </Link>
      )
    case 'keySet':
      return (
        <Link to="/projects/$projectId/keys" params={params}>
          {children}
        </Link>
      )
    case 'permission':
      return (
        <Link to="/projects/$projectId/permissions" params={params}>
          {children}
        </Link>
      )
    case 'provider':
      return (
        <Link to="/projects/$projectId/sign-in/$provider" params={{ projectId, provider: targetId }}>
          {children}
        </Link>
      )
    case 'job':
      return (
        <Link to="/projects/$projectId/users" params={params} search={{ job: targetId }}>
          {children}
        </Link>
      )
    case 'email':
      return (
        <Link to="/projects/$projectId/emails/sent" params={params}>
          {children}
        </Link>
      )
    case 'owner':
    case 'ownerInvitation':
    case 'project':
      return (
        <Link to="/projects/$projectId/settings" params={params}>
          {children}
        </Link>
      )
  }
}
