import type { Format } from '@portico/ui/language/format'
import type { ReactNode } from 'react'

import { DaySpanForm, daySpanText } from '../kit/DaySpanForm.tsx'
import { Checkbox, CheckGroup, FilterChoices, Option } from '../kit/Field.tsx'
import { startOfLocalDay } from '../kit/local-day.ts'
import type { Filter } from '../kit/Toolbar.tsx'
import { useTexts } from '../language/useTexts.ts'
import { useFormat } from '../language/format.ts'
import { kitTexts, type KitTexts } from '../texts/en/kit.ts'
import { SearchedChoices, type SearchedChoicesProps } from './SearchedChoices.tsx'
import { listed, type AddressChanges } from './address.ts'

export type { Filter }

interface OptionOf<Value extends string> {
  readonly value: Value
  readonly label: string
}

/** The names of the address parts that can have a value. */
type PartWith<Search, Value> = {
  [Name in keyof Search]-?: Value extends Exclude<Search[Name], undefined> ? Name : never
}[keyof Search] &
  string

/** The kinds of filters, each over one or two parts of a list's address. */
export interface FilterKinds<Search> {
  /** One of several values. */
  readonly choice: <Value extends string>(
    part: keyof Search & string,
    name: string,
    options: readonly OptionOf<Value>[],
  ) => Filter
  readonly yesNo: (part: PartWith<Search, boolean>, name: string, words: readonly [yes: string, no: string]) => Filter
  /** Some of several values, which the address separates by commas. */
  readonly checks: <Value extends string>(
    part: keyof Search & string,
    name: string,
    options: readonly OptionOf<Value>[],
  ) => Filter
  /** The first and the last day, in the time zone of the visitor or in UTC. */
  readonly days: (
    parts: readonly [from: keyof Search & string, until: keyof Search & string],
    name: string,
    options?: { readonly isUtc?: boolean },
  ) => Filter
  /** One of many values, with a field that shortens the list. */
  readonly searched: (
    part: keyof Search & string,
    name: string,
    words: SearchedChoicesProps['words'],
    options: readonly OptionOf<string>[],
  ) => Filter
  /** A value that is chosen in a way of its own. */
  readonly chosen: (
    part: keyof Search & string,
    name: string,
    value: string | null,
    choose: (onChoose: (value: string) => void) => ReactNode,
  ) => Filter
}

/** The address of a list, as a filter reads and changes it. */
interface Parts {
  readonly valueOf: (part: string) => unknown
  readonly set: (...values: readonly (readonly [part: string, value: unknown])[]) => void
}

/** Returns the filter kinds for a list, which read and change its address. */
export function useFilterKinds<Search extends object>(
  search: Search,
  change: (changes: AddressChanges<Search>) => void,
): FilterKinds<Search> {
  const kit = useTexts(kitTexts)
  const format = useFormat()
  const parts: Parts = {
    // Unchecked casts: the part exists, and its address drops a value that it does not have.
    valueOf: (part) => search[part as keyof Search],
    set: (...values) => change(Object.fromEntries(values) as AddressChanges<Search>),
  }
  return {
    choice: (part, name, options) => choice(parts, part, name, options),
    yesNo: (part, name, words) => yesNo(parts, part, name, words),
    checks: (part, name, options) => checks(parts, format, part, name, options),
    days: (span, name, options) => days(parts, { kit, format }, span, name, options),
    searched: (part, name, words, options) =>
      chosen(parts, part, name, (parts.valueOf(part) as string | undefined) ?? null, (onChoose) => (
        <SearchedChoices
          label={name}
          words={words}
          options={options}
          current={parts.valueOf(part)}
          onChoose={onChoose}
        />
      )),
    chosen: (part, name, value, choose) => chosen(parts, part, name, value, choose),
  }
}

function choice<Value extends string>(
  parts: Parts,
  part: string,
  name: string,
  options: readonly OptionOf<Value>[],
): Filter {
  const current = options.find(({ value }) => value === String(parts.valueOf(part)))
  return chosen(parts, part, name, current?.label ?? null, (onChoose) => (
    <FilterChoices label={name} value={current?.value ?? null} options={options} onChoose={onChoose} />
  ))
}

function yesNo(parts: Parts, part: string, name: string, [yes, no]: readonly [string, string]): Filter {
  const value = parts.valueOf(part)
  const current = value === undefined ? null : value ? 'yes' : 'no'
  const words = { yes, no }
  return chosen(parts, part, name, current && words[current], (onChoose) => (
    <FilterChoices
      label={name}
      value={current}
      options={(['yes', 'no'] as const).map((answer) => ({ value: answer, label: words[answer] }))}
      onChoose={(answer) => onChoose(answer === 'yes')}
    />
  ))
}

function checks<Value extends string>(
  parts: Parts,
  format: Format,
  part: string,
  name: string,
  options: readonly OptionOf<Value>[],
): Filter {
  const values = options.map(({ value }) => value)
  const checked = listed(values, parts.valueOf(part) as string | undefined)
  const labels = options.filter(({ value }) => checked.includes(value)).map(({ label }) => label)
  return {
    id: part,
    name,
    value: labels.length === 0 ? null : format.list(labels),
    onClear: () => parts.set([part, undefined]),
    choices: () => (
      <CheckGroup label={name}>
        {options.map(({ value, label }) => (
          <Option
            key={value}
            control={
              <Checkbox
                checked={checked.includes(value)}
                onChange={(isOn) =>
                  parts.set([part, values.filter((one) => (one === value ? isOn : checked.includes(one))).join(',')])
                }
              />
            }
          >
            {label}
          </Option>
        ))}
      </CheckGroup>
    ),
  }
}

function days(
  parts: Parts,
  { kit, format }: { readonly kit: KitTexts; readonly format: Format },
  [first, last]: readonly [string, string],
  name: string,
  { isUtc = false }: { readonly isUtc?: boolean } = {},
): Filter {
  const dayOf = (part: string): string | undefined => parts.valueOf(part) as string | undefined
  const textOf = (part: string): string | null => {
    // A day has the same name in every time zone.
    const at = startOfLocalDay(dayOf(part))
    return at ? format.date(at) : null
  }
  return {
    id: first,
    name,
    value: daySpanText(kit, textOf(first), textOf(last)),
    onClear: () => parts.set([first, undefined], [last, undefined]),
    choices: (close) => (
      <DaySpanForm
        label={name}
        span={{ from: dayOf(first), until: dayOf(last) }}
        isUtc={isUtc}
        onApply={({ from, until }) => {
          parts.set([first, from], [last, until])
          close()
        }}
      />
    ),
  }
}

/** A filter whose choices close with the choice. */
function chosen(
  parts: Parts,
  part: string,
  name: string,
  value: string | null,
  choose: (onChoose: (value: string | boolean) => void) => ReactNode,
): Filter {
  return {
    id: part,
    name,
    value,
    onClear: () => parts.set([part, undefined]),
    choices: (close) =>
      choose((next) => {
        parts.set([part, next])
        close()
      }),
  }
}
