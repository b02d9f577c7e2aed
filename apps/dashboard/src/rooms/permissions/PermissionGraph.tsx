import { fill } from '@portico/ui/language/fill'
import { useEffect, useLayoutEffect, useMemo, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'

import type { PermissionDefinition } from '../../data/permissions.ts'
import { Section } from '../../kit/States.tsx'
import { useWidth } from '../../kit/useWidth.ts'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { grantedBy, grantersOf, isSystemPermission } from '../../records/containment.ts'
import { permissionsTexts } from '../../texts/en/permissions.ts'
import { layOutGraph, NODE_HEIGHT, type PlacedNode } from './graph-layout.ts'
import css from './permissions.module.css'

export interface PermissionGraphProps {
  readonly all: readonly PermissionDefinition[]
  /** The permissions that are drawn, if they contain another one or are contained. */
  readonly drawn: readonly PermissionDefinition[]
  readonly selected: string | undefined
  readonly onSelect: (id: string) => void
  /** Only the selected permission with what is related to it is drawn: the graph begins with it. */
  readonly isRelated?: boolean
  /** Beside the heading. */
  readonly action?: ReactNode
  /** What can be done with the selected permission. */
  readonly acts: ReactNode
}

const NODE_CHARACTERS_MAX = 28
/** Padding and border, and a pixel for what the browser rounds. */
const NODE_PADDING = 29
const PROBE = '0'.repeat(NODE_CHARACTERS_MAX)
/** Ids with the same start differ at their end: `…:read`, `…:write`. */
const END_CHARACTERS = 9
/** Room for focus rings at the sides. */
const PLACE_PADDING = 8

/**
 * Containment from left to right. It highlights everything that the selected permission grants, and dims unrelated
 * permissions. One tab stop; arrow keys move between the nodes.
 */
export function PermissionGraph(props: PermissionGraphProps): ReactNode {
  const { all, drawn, selected, onSelect, isRelated = false, action, acts } = props
  const t = useTexts(permissionsTexts)
  const place = useRef<HTMLDivElement>(null)
  const graph = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const probe = useRef<HTMLSpanElement>(null)
  // The font of the nodes differs between systems, and so does the width of a character.
  const characterWidth = useWidth(probe) / PROBE.length
  const layout = useMemo(() => {
    // A longer id is cut in its middle. The table and the tooltip have all of it.
    const widthOf = (id: string): number =>
      Math.ceil(Math.min(id.length, NODE_CHARACTERS_MAX) * characterWidth) + NODE_PADDING
    return layOutGraph(drawn, widthOf, width === 0 ? undefined : width - PLACE_PADDING)
  }, [drawn, width, characterWidth])
  const lit = useMemo(
    () => new Set(selected === undefined ? [] : [selected, ...grantedBy(selected, all)]),
    [selected, all],
  )
  const granters = useMemo(() => (selected === undefined ? new Set() : grantersOf(selected, all)), [selected, all])
  const isDim = (id: string): boolean => selected !== undefined && !lit.has(id) && !granters.has(id)
  const isSelectedKnown = all.some(({ id }) => id === selected)
  const tabStop = layout.nodes.find(({ id }) => id === selected)?.id ?? layout.nodes[0]?.id
  useEffect(() => {
    // Nothing above moves: only the graph itself scrolls.
    const node = graph.current?.querySelector<HTMLElement>('[aria-pressed=true]')
    const frame = graph.current
    if (!node || !frame) return
    const isCut =
      node.offsetLeft < frame.scrollLeft || node.offsetLeft + node.offsetWidth > frame.scrollLeft + frame.clientWidth
    if (isCut || isRelated) frame.scrollTo({ left: node.offsetLeft - 40 })
  }, [selected, layout, isRelated])
  useScrolledEdges(graph)

  function onKeyDown(event: KeyboardEvent): void {
    const current = layout.nodes.find(({ id }) => id === (event.target as HTMLElement).dataset['id'])
    const target = current && neighbourOf(current, layout.nodes, event.key)
    if (!target) return
    event.preventDefault()
    graph.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(target.id)}"]`)?.focus()
  }

  return (
    <Section title={t.graph.title} note={t.graph.hint} action={action}>
      <div ref={place} className={css['place']}>
        <span ref={probe} className={css['probe']} aria-hidden="true">
          {PROBE}
        </span>
        {layout.nodes.length === 0 ? (
          !isSelectedKnown && <p className="soft">{t.graph.none}</p>
        ) : (
          <div className={css['graph']} ref={graph} role="group" aria-label={t.graph.label} dir="ltr">
            <div className={css['sheet']} style={{ inlineSize: layout.width, blockSize: layout.height }}>
              <svg width={layout.width} height={layout.height} aria-hidden="true">
                {layout.edges
                  // The lit edges are drawn last, above the others.
                  .toSorted((one, other) => Number(lit.has(one.from)) - Number(lit.has(other.from)))
                  .map(({ from, to, path }) => (
                    <path
                      key={`${from} ${to}`}
                      d={path}
                      data-lit={lit.has(from) || undefined}
                      data-dim={(selected !== undefined && !lit.has(from) && !granters.has(to)) || undefined}
                    />
                  ))}
              </svg>
              {layout.nodes.map(({ id, x, y, width: nodeWidth }) => (
                <button
                  key={id}
                  type="button"
                  data-id={id}
                  data-lit={lit.has(id) || undefined}
                  data-dim={isDim(id) || undefined}
                  data-system={isSystemPermission(id) || undefined}
                  aria-pressed={id === selected}
                  tabIndex={id === tabStop ? 0 : -1}
                  title={id.length > NODE_CHARACTERS_MAX ? id : undefined}
                  style={{ insetInlineStart: x, insetBlockStart: y, inlineSize: nodeWidth, blockSize: NODE_HEIGHT }}
                  onClick={() => onSelect(id)}
                  onKeyDown={onKeyDown}
                >
                  <NodeText id={id} />
                </button>
              ))}
            </div>
          </div>
        )}
      </div>
      {selected !== undefined && isSelectedKnown ? (
        <Grants all={all} selected={selected} acts={acts} />
      ) : (
        <div className={css['granted']} />
      )}
    </Section>
  )
}

function NodeText({ id }: { readonly id: string }): ReactNode {
  if (id.length <= NODE_CHARACTERS_MAX) return id
  return (
    <>
      <span aria-hidden="true">
        {id.slice(0, NODE_CHARACTERS_MAX - END_CHARACTERS - 1)}…{id.slice(-END_CHARACTERS)}
      </span>
      <span className="sr">{id}</span>
    </>
  )
}

/** What the selected permission grants, and what grants it, in words. */
function Grants({
  all,
  selected,
  acts,
}: {
  readonly all: readonly PermissionDefinition[]
  readonly selected: string
  readonly acts: ReactNode
}): ReactNode {
  const t = useTexts(permissionsTexts)
  const format = useFormat()
  const granted = grantedBy(selected, all)
  const granters = [...grantersOf(selected, all)].filter((id) => id !== selected)
  const id = <code dir="ltr">{selected}</code>
  const list = (ids: readonly string[]): ReactNode => (
    <code dir="ltr" className="soft">
      {ids.join(', ')}
    </code>
  )
  return (
    <div className={css['granted']}>
      <p>
        {fill(
          granted.length === 0 ? t.graph.grantsNothing : t.graph.grants(granted.length, format.number(granted.length)),
          { id, granted: list(granted) },
        )}
      </p>
      {granters.length > 0 && (
        <p>
          {fill(t.graph.grantedBy(granters.length, format.number(granters.length)), {
            id,
            granters: list(granters),
          })}
        </p>
      )}
      {acts}
    </div>
  )
}

/** Marks the sides at which a scrolled box has more, so that they fade. */
function useScrolledEdges(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const frame = box.current
    if (!frame) return
    const mark = (): void => {
      frame.toggleAttribute('data-before', frame.scrollLeft > 1)
      frame.toggleAttribute('data-after', frame.scrollLeft + frame.clientWidth < frame.scrollWidth - 1)
    }
    mark()
    frame.addEventListener('scroll', mark, { passive: true })
    return () => frame.removeEventListener('scroll', mark)
  })
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
    case 'Home':
      return nodes[0]
    case 'End':
      return nodes.at(-1)
    default:
      return undefined
  }
}
