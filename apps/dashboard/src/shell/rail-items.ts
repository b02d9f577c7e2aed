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

import type { ShellTexts } from '../texts/en/shell.ts'

/** A room of a project in the rail, the palette and the keyboard map. */
export interface RailItem {
  /** Its name is the text of this key. */
  readonly id: keyof ShellTexts['items']
  /** Path below the project. */
  readonly path: string
  readonly icon: LucideIcon
  /** Absent: above the groups. */
  readonly group?: keyof ShellTexts['groups']
  /** The letter that opens it after `G`. */
  readonly letter?: string
}

/** The rooms in the order of the rail. A room that does not exist is not listed. */
export const railItems: readonly RailItem[] = [
  { id: 'start', path: '/start', icon: Rocket },
  { id: 'overview', path: '', icon: ChartLine, letter: 'o' },
  { id: 'users', path: '/users', icon: Users, group: 'people', letter: 'u' },
  { id: 'teams', path: '/teams', icon: Building2, group: 'people', letter: 't' },
  { id: 'permissions', path: '/permissions', icon: ShieldCheck, group: 'people' },
  { id: 'signIn', path: '/sign-in', icon: LogIn, group: 'access', letter: 's' },
  { id: 'domains', path: '/domains', icon: Globe, group: 'access' },
  { id: 'keys', path: '/keys', icon: KeyRound, group: 'access' },
  { id: 'emails', path: '/emails', icon: Mail, group: 'messages' },
  { id: 'webhooks', path: '/webhooks', icon: Webhook, group: 'messages' },
  { id: 'audit', path: '/audit', icon: ScrollText, group: 'project', letter: 'a' },
  { id: 'branding', path: '/branding', icon: Palette, group: 'project' },
  { id: 'settings', path: '/settings', icon: Settings, group: 'project' },
]

/** The first room of a project: its address without more. */
export const firstRoom = ''
