import { LABEL_MAX_CODE_POINTS } from '@portico/client/admin'
import type { Format } from '@portico/ui/language/format'

import { neverExpires } from '../../data/key-expiry.ts'
import { checks, choice, day, text, type Field, type FieldsOf } from '../../page/form/fields.tsx'
import type { KeysTexts } from '../../texts/en/keys.ts'
import { endOfDay } from './key-status.ts'

const QUARTER_MILLIS = 90 * 86_400_000

export function descriptionField({ columns, dialog }: KeysTexts, initial = ''): Field<string> {
  return text({
    label: columns.description,
    help: dialog.descriptionHelp,
    initial,
    isRequired: true,
    max: LABEL_MAX_CODE_POINTS,
  })
}

interface NewKeySet {
  readonly description: string
  readonly expiry: 'never' | 'year' | 'quarter' | 'date'
  /** The last day, for the expiry `date`. */
  readonly date: string
  readonly keys: readonly ('publishable' | 'server' | 'admin')[]
}

/** @param mayGiveAdmin a key with admin access has all rights, so only owners create one */
export function newKeySet(t: KeysTexts, format: Format, mayGiveAdmin: boolean): FieldsOf<NewKeySet> {
  const { dialog } = t
  return {
    description: descriptionField(t),
    expiry: choice({
      label: dialog.expires,
      initial: 'never',
      options: [
        { value: 'never', label: dialog.never },
        { value: 'year', label: dialog.inYear(format.date(inYear())) },
        { value: 'quarter', label: dialog.inQuarter(format.date(inQuarter())) },
        { value: 'date', label: dialog.onDate },
      ],
    }),
    date: day({ label: dialog.date, isRequired: true, past: dialog.datePast }),
    keys: checks({
      label: dialog.keys,
      initial: ['publishable', 'server'],
      none: dialog.noKey,
      options: [
        { value: 'publishable', label: dialog.publishable, note: dialog.publishableNote },
        { value: 'server', label: dialog.server, note: dialog.serverNote },
        ...(mayGiveAdmin ? [{ value: 'admin' as const, label: dialog.admin, note: dialog.adminNote }] : []),
      ],
    }),
  }
}

export function expiryOf({ expiry, date }: Pick<NewKeySet, 'expiry' | 'date'>): Date {
  if (expiry === 'year') return inYear()
  if (expiry === 'quarter') return inQuarter()
  return (expiry === 'date' && endOfDay(date)) || neverExpires()
}

function inQuarter(): Date {
  return new Date(Date.now() + QUARTER_MILLIS)
}

function inYear(): Date {
  const date = new Date()
  date.setFullYear(date.getFullYear() + 1)
  return date
}
