import type { ReactNode } from 'react'

import { DaySpanForm, daySpanText } from '../kit/DaySpanForm.tsx'
import { Checkbox, CheckGroup, FilterChoices, Option } from '../kit/Field.tsx'
import { startOfLocalDay } from '../kit/local-day.ts'
import type { Filter } from '../kit/Toolbar.tsx'
import { useTexts } from '../language/useTexts.ts'
import { useFormat } from '../language/format.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { SearchedChoices, type SearchedChoicesProps } from './SearchedChoices.tsx'
import { listed, type AddressChanges } from './address.ts'

interface OptionOf<Value extends string> {
  readonly value: Value
  readonly label: string
}

/** The names of the parts of an address that can have a value. */
type PartWith<Search, Value> = {
  [Name in keyof Search]-?: Value extends Exclude<Search[Name], undefined> ? Name : never
}[keyof Search] &
  string

/** The kinds of filters, each over one or two parts of the address of a list. */
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

/** Returns the kinds of filters of a list, which read and change its address. */
export function useFilterKinds<Search extends object>(
  search: Search,
  change: (changes: AddressChanges<Search>) => void,
): FilterKinds<Search> {
  const kit = useTexts(kitTexts)
  const format = useFormat()
  const valueOf = (part: keyof Search): unknown => search[part]
  // Unchecked casts: the part exists, and its address drops a value that it does not have.
  const set = (...values: readonly (readonly [part: keyof Search, value: unknown])[]): void =>
    change(Object.fromEntries(values) as AddressChanges<Search>)
  const dayText = (day: unknown): string | null => {
    // A day has the same name in every time zone.
    const at = startOfLocalDay(day as string | undefined)
    return at ? format.date(at) : null
  }

  const choice: FilterKinds<Search>['choice'] = (part, name, options) => ({
    id: part,
    name,
    value: options.find(({ value }) => value === String(valueOf(part)))?.label ?? null,
    onClear: () => set([part, undefined]),
    choices: (close) => (
      <FilterChoices
        label={name}
        value={options.find(({ value }) => value === String(valueOf(part)))?.value ?? null}
        options={options}
        onChoose={(value) => {
          set([part, value])
          close()
        }}
      />
    ),
  })

  return {
    choice,
    yesNo: (part, name, [yes, no]) => {
      const value = valueOf(part)
      return {
        id: part,
        name,
        value: value === undefined ? null : value ? yes : no,
        onClear: () => set([part, undefined]),
        choices: (close) => (
          <FilterChoices
            label={name}
            value={value === undefined ? null : value ? 'yes' : 'no'}
            options={[
              { value: 'yes', label: yes },
              { value: 'no', label: no },
            ]}
            onChoose={(chosen) => {
              set([part, chosen === 'yes'])
              close()
            }}
          />
        ),
      }
    },
    checks: (part, name, options) => {
      const values = options.map(({ value }) => value)
      const chosen = listed(values, valueOf(part) as string | undefined)
      return {
        id: part,
        name,
        value:
          chosen.length === 0
            ? null
            : format.list(options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label)),
        onClear: () => set([part, undefined]),
        choices: () => (
          <CheckGroup label={name}>
            {options.map(({ value, label }) => (
              <Option
                key={value}
                control={
                  <Checkbox
                    checked={chosen.includes(value)}
                    onChange={(isOn) =>
                      set([part, values.filter((one) => (one === value ? isOn : chosen.includes(one))).join(',')])
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
    },
    days: ([first, last], name, { isUtc = false } = {}) => {
      const span = { from: valueOf(first), until: valueOf(last) } as { from?: string; until?: string }
      return {
        id: first,
        name,
        value: daySpanText(kit, dayText(span.from), dayText(span.until)),
        onClear: () => set([first, undefined], [last, undefined]),
        choices: (close) => (
          <DaySpanForm
            label={name}
            span={{ from: span.from, until: span.until }}
            isUtc={isUtc}
            onApply={({ from, until }) => {
              set([first, from], [last, until])
              close()
            }}
          />
        ),
      }
    },
    searched: (part, name, words, options) => ({
      id: part,
      name,
      value: (valueOf(part) as string | undefined) ?? null,
      onClear: () => set([part, undefined]),
      choices: (close) => (
        <SearchedChoices
          label={name}
          words={words}
          options={options}
          current={valueOf(part)}
          onChoose={(value) => {
            set([part, value])
            close()
          }}
        />
      ),
    }),
    chosen: (part, name, value, choose) => ({
      id: part,
      name,
      value,
      onClear: () => set([part, undefined]),
      choices: (close) =>
        choose((chosen) => {
          set([part, chosen])
          close()
        }),
    }),
  }
}
