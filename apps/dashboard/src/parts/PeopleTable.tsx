import { Ban, Ellipsis, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { Avatar } from '../kit/Avatar.tsx'
import { Badge } from '../kit/Badge.tsx'
import { Button, IconButton } from '../kit/Button.tsx'
import { useColumnChoice, type Column } from '../kit/columns.ts'
import { FilterChoices } from '../kit/Field.tsx'
import { Menu, MenuItem, MenuSeparator } from '../kit/Menu.tsx'
import { ProviderMark } from '../kit/ProviderMark.tsx'
import { SearchInput } from '../kit/SearchInput.tsx'
import { emptySelection, selectAll, selectedCount, type Selection } from '../kit/selection.ts'
import { NoMatch } from '../kit/States.tsx'
import { Table, type Sorting } from '../kit/Table.tsx'
import { CutText, MiddleCut, None, Time } from '../kit/Text.tsx'
import { ColumnMenu, Filters, SelectionBar, TableFoot, Toolbar } from '../kit/Toolbar.tsx'
import { people, type Person } from './people.ts'

const columns: readonly Column<Person>[] = [
  {
    id: 'user',
    head: 'User',
    onPhone: 'title',
    cell: ({ name, email, isSuspended }) => (
      <span className="who">
        <Avatar name={name || email} kind={email === null ? 'anonymous' : 'person'} />
        {name ? (
          <CutText>{name}</CutText>
        ) : (
          <span className="soft">{email === null ? 'Anonymous user' : 'No name'}</span>
        )}
        {isSuspended && (
          <Badge tone="danger" icon={<Ban />}>
            Suspended
          </Badge>
        )}
      </span>
    ),
  },
  {
    id: 'email',
    head: 'Email',
    onPhone: 'line',
    cell: ({ email, isVerified }) =>
      email === null ? (
        <None />
      ) : (
        <span className="row">
          <MiddleCut>{email}</MiddleCut>
          {!isVerified && <Badge>Unverified</Badge>}
        </span>
      ),
  },
  {
    id: 'methods',
    head: 'Sign-in',
    width: '90px',
    isSecondary: true,
    cell: ({ providers }) =>
      providers.length === 0 ? (
        <None />
      ) : (
        <span className="row">
          {providers.map((id) => (
            <ProviderMark key={id} id={id} isFlat />
          ))}
        </span>
      ),
  },
  {
    id: 'signedUp',
    head: 'Signed up',
    width: '112px',
    isSortable: true,
    cell: ({ signedUpAt }) => <Time at={signedUpAt} />,
  },
  {
    id: 'id',
    head: 'ID',
    width: '160px',
    isOptional: true,
    cell: ({ id }) => <MiddleCut className="mono">{id}</MiddleCut>,
  },
]

const statuses = ['Active', 'Suspended', 'Anonymous'] as const

/** A full table with everything that a list page has. */
export function PeopleTable({
  openId,
  onOpen,
}: {
  readonly openId: string | undefined
  readonly onOpen: (person: Person) => void
}): ReactNode {
  const [query, setQuery] = useState('')
  const [status, setStatus] = useState<string | null>(null)
  const [sorting, setSorting] = useState<Sorting>({ column: 'signedUp', isDescending: true })
  const [selection, setSelection] = useState<Selection>(emptySelection)
  const [choice, setChoice] = useColumnChoice('parts', columns as readonly Column<never>[])
  const rows = people.filter(({ name, email }) => `${name} ${email}`.includes(query))
  const count = selectedCount(selection)
  return (
    <>
      {count === 0 ? (
        <Toolbar>
          <SearchInput label="Name, email or ID" value={query} onChange={setQuery} />
          <Filters
            filters={[
              {
                id: 'status',
                name: 'Status',
                value: status,
                onClear: () => setStatus(null),
                choices: (close) => (
                  <FilterChoices
                    label="Status"
                    value={status}
                    options={statuses.map((value) => ({ value, label: value }))}
                    onChoose={(value) => {
                      setStatus(value)
                      close()
                    }}
                  />
                ),
              },
              { id: 'team', name: 'Team', value: null, onClear: () => {}, choices: () => <p>No team</p> },
            ]}
          />
          <span className="push" />
          <ColumnMenu columns={columns} choice={choice} onChange={setChoice} />
        </Toolbar>
      ) : (
        <SelectionBar
          count={String(count ?? 18_204)}
          all={count === rows.length ? { count: '18,204', onSelect: () => setSelection(selectAll()) } : undefined}
          onClear={() => setSelection(emptySelection)}
        >
          <Button variant="ghost">
            <Ban /> Suspend
          </Button>
          <span className="divider" />
          <Button variant="danger-ghost">
            <Trash2 /> Delete
          </Button>
        </SelectionBar>
      )}
      {rows.length === 0 ? (
        <NoMatch query={query} filters={status === null ? [] : [`Status: ${status}`]} onClear={() => setQuery('')} />
      ) : (
        <>
          <Table
            label="Users"
            columns={columns}
            rows={rows}
            idOf={idOf}
            nameOf={nameOf}
            hasPictures
            sorting={sorting}
            onSort={setSorting}
            selection={selection}
            onSelect={setSelection}
            choice={choice}
            openId={openId}
            onOpen={onOpen}
            menu={(person) => <PersonMenu person={person} />}
          />
          <TableFoot text={`${rows.length} of 18,204 users`} onPrevious={null} onNext={() => {}} />
        </>
      )}
    </>
  )
}

function PersonMenu({ person }: { readonly person: Person }): ReactNode {
  return (
    <Menu
      label={`Actions for ${nameOf(person)}`}
      align="end"
      trigger={({ ref, ...trigger }) => (
        <IconButton size="small" label={`Actions for ${nameOf(person)}`} {...trigger} ref={ref}>
          <Ellipsis />
        </IconButton>
      )}
    >
      <MenuItem icon={<Ban />} onSelect={() => {}}>
        Suspend
      </MenuItem>
      <MenuItem onSelect={() => {}} disabledReason="The user has no session.">
        End sessions
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 />} isDanger onSelect={() => {}}>
        Delete user
      </MenuItem>
    </Menu>
  )
}

const idOf = ({ id }: Person): string => id
const nameOf = ({ name, email }: Person): string => name || email || 'Anonymous user'
