import type { StaffRight } from '@portico/client/admin'
import {
  Building2,
  ChartLine,
  Globe,
  KeyRound,
  LogIn,
  Mail,
  Palette,
  Rocket,
  ScrollText,
  Settings,
  ShieldCheck,
  Users,
  Webhook,
  type LucideIcon,
} from 'lucide-react'

import * as endpointRights from '../data/endpoint-rights.ts'
import type { ShellTexts } from '../texts/en/shell.ts'

/** A room of a project in the rail, the palette and the keyboard map. */
export interface RailItem {
  /** Its name is the text of this key. */
  readonly id: keyof ShellTexts['items']
  /** Path below the project. */
  readonly path: string
  /**
   * The right of staff that the room needs: that of the endpoint whose records it shows. Without it, the room is
   * neither linked nor shown.
   */
  readonly right: StaffRight
  readonly icon: LucideIcon
  /** Absent: above the groups. */
  readonly group?: keyof ShellTexts['groups']
  /** The letter that opens it after `G`. */
  readonly letter?: string
}

/** The rooms in the order of the rail. A room that does not exist is not listed. */
export const railItems: readonly RailItem[] = [
  { id: 'start', path: '/start', right: endpointRights.listInternalApiKeys, icon: Rocket },
  { id: 'overview', path: '', right: endpointRights.readMetrics, icon: ChartLine, letter: 'o' },
  { id: 'users', path: '/users', right: endpointRights.listUsers, icon: Users, group: 'people', letter: 'u' },
  { id: 'teams', path: '/teams', right: endpointRights.listTeams, icon: Building2, group: 'people', letter: 't' },
  {
    id: 'permissions',
    path: '/permissions',
    right: endpointRights.listTeamPermissionDefinitions,
    icon: ShieldCheck,
    group: 'people',
  },
  {
    id: 'signIn',
    path: '/sign-in',
    right: endpointRights.readCurrentProject,
    icon: LogIn,
    group: 'access',
    letter: 's',
  },
  { id: 'domains', path: '/domains', right: endpointRights.readCurrentProject, icon: Globe, group: 'access' },
  { id: 'keys', path: '/keys', right: endpointRights.listInternalApiKeys, icon: KeyRound, group: 'access' },
  { id: 'emails', path: '/emails', right: endpointRights.listEmailTemplates, icon: Mail, group: 'messages' },
  { id: 'webhooks', path: '/webhooks', right: endpointRights.listWebhookEndpoints, icon: Webhook, group: 'messages' },
  {
    id: 'audit',
    path: '/audit',
    right: endpointRights.listAuditEvents,
    icon: ScrollText,
    group: 'project',
    letter: 'a',
  },
  { id: 'branding', path: '/branding', right: endpointRights.readCurrentProject, icon: Palette, group: 'project' },
  { id: 'settings', path: '/settings', right: endpointRights.readCurrentProject, icon: Settings, group: 'project' },
]
