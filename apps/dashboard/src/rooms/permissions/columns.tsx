import type { Format } from '@portico/ui/language/format'
import { Link } from '@tanstack/react-router'

import type { PermissionDefinition, PermissionScope } from '../../data/permissions.ts'
import { Badge } from '../../kit/Badge.tsx'
import type { Column } from '../../kit/columns.ts'
import { CutText, MiddleCut, None } from '../../kit/Text.tsx'
import { Tip } from '../../kit/Tip.tsx'
import type { AddressChanges } from '../../page/address.ts'
import type { PermissionsTexts } from '../../texts/en/permissions.ts'
import { isSystemPermission } from '../../records/containment.ts'
import type { DefaultSet } from './default-sets.ts'
import css from './permissions.module.css'
import { permissionsAddress, type PermissionsSearch } from './address.ts'

export interface ListedDefinition extends PermissionDefinition {
  readonly sets: readonly DefaultSet[]
}

const CONTAINED_SHOWN = 2
/** Longer ids differ at their end: `…:read`, `…:write`. */
const LONG_ID = 28

export function definitionColumns(
  t: PermissionsTexts,
  format: Format,
  {
    projectId,
    scope,
    opened,
  }: {
    readonly projectId: string
    readonly scope: PermissionScope
    /** How the address changes when a permission is opened. */
    readonly opened: AddressChanges<PermissionsSearch>
  },
): Column<ListedDefinition>[] {
  return [
    {
      id: 'id',
      head: t.columns.id,
      width: '24%',
      onPhone: 'title',
      cell: ({ id }) => (
        <span className="who">
          <Link
            to="/projects/$projectId/permissions/$scope"
            params={{ projectId, scope }}
            search={(before) => permissionsAddress.read({ ...before, ...opened, selected: id })}
            className={`cut mono ${css['id']}`}
            tabIndex={-1}
          >
            {id.length > LONG_ID ? <MiddleCut>{id}</MiddleCut> : <CutText>{id}</CutText>}
          </Link>
          {isSystemPermission(id) && <Badge>{t.system}</Badge>}
        </span>
      ),
    },
    {
      id: 'description',
      head: t.columns.description,
      onPhone: 'line',
      cell: ({ description = '' }) => (description === '' ? <None /> : <CutText>{description}</CutText>),
    },
    {
      id: 'contains',
      head: t.columns.contains,
      width: '26%',
      isSecondary: true,
      cell: ({ containedPermissionIds: contained }) => {
        if (contained.length === 0) return <None />
        const shown = contained.length > CONTAINED_SHOWN ? contained.slice(0, 1) : contained
        const rest = contained.length - shown.length
        return (
          <Tip text={format.list(contained)}>
            <bdi className="mono">{shown.join(', ')}</bdi>
            {rest > 0 && <span className="faint"> {t.andMore(format.number(rest))}</span>}
          </Tip>
        )
      },
    },
    {
      id: 'defaultFor',
      head: t.columns.defaultFor,
      width: '144px',
      cell: ({ sets }) =>
        sets.length === 0 ? <None /> : <CutText>{sets.map(({ text }) => t.sets[text]).join(', ')}</CutText>,
    },
  ]
}
