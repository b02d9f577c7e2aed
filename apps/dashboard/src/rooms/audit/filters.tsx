import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

import { useOwnerNames } from '../../data/owners.ts'
import { useRecordName } from '../../data/people.ts'
import { DaySpanForm, daySpanText } from '../../kit/DaySpanForm.tsx'
import { FilterChoices, Input } from '../../kit/Field.tsx'
import type { Filter } from '../../kit/Toolbar.tsx'
import { containsTyped } from '../../kit/search-text.ts'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat, type Format } from '../../language/format.ts'
import { actionsOf, meaningOf } from '../../records/event-words.ts'
import { auditTexts, type AuditTexts } from '../../texts/en/audit.ts'
import { eventsTexts } from '../../texts/en/events.ts'
import { kitTexts, type KitTexts } from '../../texts/en/kit.ts'
import css from './audit.module.css'
import { RecordInput } from './RecordInput.tsx'
import { actorTypes, outcomes, periods, startOfDay, type AuditSearch, type SearchChanges } from './search.ts'

/** The filters of the audit log, with their values in words. */
export function useAuditFilters(search: AuditSearch, change: (changes: SearchChanges) => void): Filter[] {
  const t = useTexts(auditTexts)
  const kit = useTexts(kitTexts)
  const format = useFormat()
  const { about, actor, by, target, action, outcome, days } = search
  const nameOf = useNameOf()
  const [aboutName, byName, targetName] = [
    nameOf(useRecordName(about), about),
    nameOf(useRecordName(by), by),
    nameOf(useRecordName(target), target),
  ]
  return [
    ...(about === undefined
      ? []
      : [
          {
            id: 'about',
            name: t.filters.about,
            value: aboutName,
            choices: (close: () => void) => (
              <Choices label={t.filters.about}>
                <RecordInput
                  label={t.search}
                  also="owners"
                  onChoose={(id) => {
                    change({ about: id })
                    close()
                  }}
                />
              </Choices>
            ),
            onClear: () => change({ about: undefined }),
          },
        ]),
    {
      id: 'time',
      name: t.filters.time,
      value: periodIn(search, t, kit, format),
      choices: (close) => (
        <Choices label={t.filters.time}>
          <FilterChoices
            label={t.filters.time}
            value={days === undefined ? null : String(days)}
            options={periods.map((period) => ({ value: String(period), label: t.periods[period] }))}
            onChoose={(chosen) => {
              change({ days: periods.find((period) => String(period) === chosen), from: undefined, until: undefined })
              close()
            }}
          />
          <div className={css['days']}>
            <DaySpanForm
              label={t.filters.time}
              span={{ from: search.from, until: search.until }}
              isUtc
              onApply={(span) => {
                change({ days: undefined, ...span })
                close()
              }}
            />
          </div>
        </Choices>
      ),
      onClear: () => change({ days: undefined, from: undefined, until: undefined }),
    },
    {
      id: 'actor',
      name: t.filters.actor,
      value: byName ?? (actor === undefined ? null : t.actors[actor]),
      choices: (close) => (
        <Choices label={t.filters.actor}>
          <FilterChoices
            label={t.filters.actor}
            value={by === undefined ? (actor ?? null) : null}
            options={actorTypes.map((type) => ({ value: type, label: t.actors[type] }))}
            onChoose={(chosen) => {
              change({ actor: chosen, by: undefined })
              close()
            }}
          />
          <RecordInput
            label={t.onePerson}
            also="owners"
            onChoose={(id) => {
              change({ actor: undefined, by: id })
              close()
            }}
          />
        </Choices>
      ),
      onClear: () => change({ actor: undefined, by: undefined }),
    },
    {
      id: 'target',
      name: t.filters.target,
      value: targetName,
      choices: (close) => (
        <Choices label={t.filters.target}>
          <RecordInput
            label={t.oneRecord}
            also="records"
            onChoose={(id) => {
              change({ target: id })
              close()
            }}
          />
        </Choices>
      ),
      onClear: () => change({ target: undefined }),
    },
    {
      id: 'action',
      name: t.filters.action,
      value: action ?? null,
      choices: (close) => (
        <Actions
          current={action}
          onChoose={(chosen) => {
            change({ action: chosen })
            close()
          }}
        />
      ),
      onClear: () => change({ action: undefined }),
    },
    {
      id: 'outcome',
      name: t.filters.outcome,
      value: outcome === undefined ? null : t.outcomes[outcome],
      choices: (close) => (
        <FilterChoices
          label={t.filters.outcome}
          value={outcome ?? null}
          options={outcomes.map((value) => ({ value, label: t.outcomes[value] }))}
          onChoose={(chosen) => {
            change({ outcome: chosen })
            close()
          }}
        />
      ),
      onClear: () => change({ outcome: undefined }),
    },
  ]
}

/** Returns a function that returns the name of a person or record, or the end of its id if it has no name. */
function useNameOf(): (found: string | null | undefined, id: string | undefined) => string | null {
  const ownerNames = useOwnerNames()
  return (found, id) => {
    if (id === undefined) return null
    return ownerNames.get(id) || found || (id.length > 20 ? `…${id.slice(-8)}` : id)
  }
}

function periodIn({ days, from, until }: AuditSearch, t: AuditTexts, kit: KitTexts, format: Format): string | null {
  if (days !== undefined) return t.periods[days]
  const dayText = (at: number | null): string | null => (at === null ? null : format.utcDate(new Date(at)))
  return daySpanText(kit, dayText(startOfDay(from)), dayText(startOfDay(until)))
}

function Choices({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className={css['choices']} role="group" aria-label={label}>
      {children}
    </div>
  )
}

/** All types of events, with a field that shortens the list. Arrow keys move in it. */
function Actions({
  current,
  onChoose,
}: {
  readonly current: string | undefined
  readonly onChoose: (action: string) => void
}): ReactNode {
  const t = useTexts(auditTexts)
  const words = useTexts(eventsTexts)
  const [query, setQuery] = useState('')
  const panel = useRef<HTMLDivElement>(null)
  const actions = actionsOf(words)
    .map((action) => ({ action, meaning: meaningOf(action, words) }))
    .filter(({ action, meaning }) => containsTyped(query, action, meaning))
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const stops = [...(panel.current?.querySelectorAll<HTMLElement>('input, button') ?? [])]
    const at = stops.indexOf(document.activeElement as HTMLElement)
    stops[Math.max(0, Math.min(stops.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))]?.focus()
  }
  return (
    <div ref={panel} className={css['choices']} role="group" aria-label={t.filters.action} onKeyDown={onKeyDown}>
      <Input
        aria-label={t.searchActions}
        placeholder={t.searchActions}
        spellCheck={false}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing && actions[0]) onChoose(actions[0].action)
        }}
      />
      <ul className={css['actions']}>
        {actions.map(({ action, meaning }) => (
          <li key={action}>
            <button
              type="button"
              className="menu-item"
              aria-pressed={action === current}
              onClick={() => onChoose(action)}
            >
              <span className={css['action']}>
                {meaning}
                <small className="mono" dir="ltr">
                  {action}
                </small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {actions.length === 0 && <p className="soft">{t.noAction}</p>}
    </div>
  )
}
