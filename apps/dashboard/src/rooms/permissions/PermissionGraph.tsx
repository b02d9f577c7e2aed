import { useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react'

import type { PermissionDefinition } from '../../data/permissions.ts'
import { Section } from '../../kit/States.tsx'
import { useWidth } from '../../kit/useWidth.ts'
import { useTexts } from '../../language/define-texts.ts'
import { fill } from '../../language/fill.tsx'
import { useFormat } from '../../language/format.ts'
import { permissionsTexts } from '../../texts/permissions.ts'
import { grantedBy, isSystemPermission } from '../../records/containment.ts'
import { layOutGraph, NODE_HEIGHT, type PlacedNode } from './graph-layout.ts'
import css from './permissions.module.css'

export interface PermissionGraphProps {
  readonly definitions: readonly PermissionDefinition[]
  readonly selected: string | undefined
  readonly onSelect: (id: string) => void
}

const CHARACTER_WIDTH = 7.85
const NODE_PADDING = 28
const NODE_CHARACTERS_MAX = 28
/** Room for focus rings at the sides. */
const PLACE_PADDING = 8

/** A longer id ends in "…". The table and the tooltip have all of it. */
function widthOf(id: string): number {
  return Math.ceil(Math.min(id.length, NODE_CHARACTERS_MAX) * CHARACTER_WIDTH) + NODE_PADDING
}

/**
 * Containment from left to right. It lights everything that the selected permission grants. One tab stop; arrow keys move between the
 * nodes.
 */
export function PermissionGraph({ definitions, selected, onSelect }: PermissionGraphProps): ReactNode {
  const t = useTexts(permissionsTexts)
  const format = useFormat()
  const graph = useRef<HTMLDivElement>(null)
  const place = useWidth(graph)
  const layout = useMemo(
    () => layOutGraph(definitions, widthOf, place === 0 ? undefined : place - PLACE_PADDING),
    [definitions, place],
  )
  const granted = useMemo(
    () => (selected === undefined ? [] : grantedBy(selected, definitions)),
    [selected, definitions],
  )
  const lit = useMemo(() => new Set(selected === undefined ? [] : [selected, ...granted]), [selected, granted])
  const isShown = definitions.some(({ id }) => id === selected)
  const tabStop = layout.nodes.find(({ id }) => id === selected)?.id ?? layout.nodes[0]?.id
  useEffect(() => {
    // Nothing above moves: only the graph itself scrolls.
    const node = graph.current?.querySelector<HTMLElement>('[aria-pressed=true]')
    const frame = graph.current
    if (!node || !frame) return
    const isCut =
      node.offsetLeft < frame.scrollLeft || node.offsetLeft + node.offsetWidth > frame.scrollLeft + frame.clientWidth
    if (isCut) frame.scrollTo({ left: node.offsetLeft - 24 })
  }, [selected])

  function onKeyDown(event: KeyboardEvent): void {
    const current = layout.nodes.find(({ id }) => id === (event.target as HTMLElement).dataset['id'])
    const target = current && neighbourOf(current, layout.nodes, event.key)
    if (!target) return
    event.preventDefault()
    graph.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(target.id)}"]`)?.focus()
  }

  return (
    <Section title={t.graph.title} note={t.graph.hint}>
      {layout.nodes.length === 0 ? (
        <p className="soft">{t.graph.none}</p>
      ) : (
        <div className={css['graph']} ref={graph} role="group" aria-label={t.graph.label} dir="ltr">
          <div className={css['sheet']} style={{ inlineSize: layout.width, blockSize: layout.height }}>
            <svg width={layout.width} height={layout.height} aria-hidden="true">
              {layout.edges
                // The lit edges are drawn last, above the others.
                .toSorted((one, other) => Number(lit.has(one.from)) - Number(lit.has(other.from)))
                .map(({ from, to, path }) => (
                  <path key={`${from} ${to}`} d={path} data-lit={lit.has(from) || undefined} />
                ))}
            </svg>
            {layout.nodes.map(({ id, x, y, width }) => (
              <button
                key={id}
                type="button"
                data-id={id}
                data-lit={lit.has(id) || undefined}
                data-system={isSystemPermission(id) || undefined}
                aria-pressed={id === selected}
                tabIndex={id === tabStop ? 0 : -1}
                title={id.length > NODE_CHARACTERS_MAX ? id : undefined}
                style={{ insetInlineStart: x, insetBlockStart: y, inlineSize: width, blockSize: NODE_HEIGHT }}
                onClick={() => onSelect(id)}
                onKeyDown={onKeyDown}
              >
                {id}
              </button>
            ))}
          </div>
        </div>
      )}
      <p className={css['granted']}>
        {selected !== undefined &&
          isShown &&
          fill(
            granted.length === 0
              ? t.graph.grantsNothing
              : t.graph.grants(granted.length, format.number(granted.length)),
            {
              id: <code dir="ltr">{selected}</code>,
              granted: (
                <code dir="ltr" className="soft">
                  {granted.join(', ')}
                </code>
              ),
            },
          )}
      </p>
    </Section>
  )
}

/** The next node in the direction of an arrow key: in its layer, or the closest one of the neighbouring layers. */
function neighbourOf(current: PlacedNode, nodes: readonly PlacedNode[], key: string): PlacedNode | undefined {
  const closest = (candidates: readonly PlacedNode[]): PlacedNode | undefined =>
    candidates.toSorted((one, other) => Math.abs(one.y - current.y) - Math.abs(other.y - current.y))[0]
  const inLayer = nodes.filter(({ layer }) => layer === current.layer)
  switch (key) {
    case 'ArrowUp':
      return closest(inLayer.filter(({ y }) => y < current.y))
    case 'ArrowDown':
      return closest(inLayer.filter(({ y }) => y > current.y))
    case 'ArrowLeft':
      return closest(nodes.filter(({ layer }) => layer === current.layer - 1))
    case 'ArrowRight':
      return closest(nodes.filter(({ layer }) => layer === current.layer + 1))
    default:
      return undefined
  }
}
