import { Ban, Check, Copy, Users } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { AreaChart } from '../kit/AreaChart.tsx'
import { Avatar } from '../kit/Avatar.tsx'
import { Badge, State } from '../kit/Badge.tsx'
import { Button, IconButton, LinkButton } from '../kit/Button.tsx'
import { CodeBlock } from '../kit/CodeBlock.tsx'
import { Checkbox, CheckGroup, Field, Input, Option, RadioGroup, Select, Switch, TextArea } from '../kit/Field.tsx'
import { JsonEditor } from '../kit/JsonEditor.tsx'
import { Menu, MenuItem } from '../kit/Menu.tsx'
import { ListRow, Rows, SwitchRow } from '../kit/Rows.tsx'
import { CopyLine } from '../kit/CopyLine.tsx'
import { Sparkline } from '../kit/Sparkline.tsx'
import { Empty, Failed, Figures, Note, Section } from '../kit/States.tsx'
import { Table } from '../kit/Table.tsx'
import { Segments, Tabs } from '../kit/Tabs.tsx'
import { MiddleCut, Time } from '../kit/Text.tsx'
import { Toasts } from '../kit/Toasts.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { text } from '../page/form/fields.tsx'
import { SaveFields } from '../page/form/SaveFields.tsx'

/** Every part of the kit in its states, except for those that take a list or the whole page: the rooms have those. */
export function PartsPage(): ReactNode {
  return (
    <main className="parts">
      <h1>Parts</h1>
      <Buttons />
      <Fields />
      <Part name="Rows and settings">
        <SettingsRows />
      </Part>
      <Part name="Conflict">
        <Conflict />
      </Part>
      <Part name="Words">
        <Words />
      </Part>
      <Part name="Code">
        <CodeBlock title=".env" code={'# Server only.\nPORTICO_PROJECT_ID=6fb1c0de'} values={['6fb1c0de']} isWrapped />
        <Json />
      </Part>
      <Part name="Chart">
        <Figures
          figures={[
            { label: 'Users', value: '18,204', note: '1,060 new in 31 days' },
            { label: 'Active today', value: '2,317', note: '2,290 yesterday' },
          ]}
        />
        <AreaChart
          days={days}
          caption="24 October to 23 November 2026, days in UTC"
          series={[
            { label: 'Active users', values: days.map((_, index) => 1_500 + ((index * 397) % 830)), height: 170 },
            { label: 'Sign-ups', values: days.map((_, index) => 20 + ((index * 17) % 35)), height: 60 },
          ]}
        />
        <Sparkline values={[1, 4, 2, 8, 5, 9]} label="Sign-ups of six days, highest day 9" />
      </Part>
      <Part name="States of a list">
        <Empty
          icon={<Users />}
          title="No users yet"
          text="Everyone who signs up appears here."
          action={<Button>Create user</Button>}
        />
        <Failed error={Object.assign(new Error('failed'), { requestId: 'req_0123456789' })} onRetry={() => {}} />
        <Table
          label="Loading"
          columns={[
            { id: 'a', head: 'User', onPhone: 'title', cell: () => null },
            { id: 'b', head: 'Email', onPhone: 'line', cell: () => null },
          ]}
          rows={undefined}
          idOf={String}
          nameOf={String}
        />
      </Part>
      <Toasts />
    </main>
  )
}

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div data-part={name}>
      <Section title={name}>{children}</Section>
    </div>
  )
}

function Buttons(): ReactNode {
  const save = useAction(() => new Promise((resolve) => setTimeout(resolve, 800)))
  return (
    <Part name="Buttons and menus">
      <div className="parts-line">
        <Button variant="primary" shortcut="C">
          Create user
        </Button>
        <Button>Plain</Button>
        <Button variant="ghost">Ghost</Button>
        <Button variant="danger">Danger</Button>
        <Button variant="danger-primary">Delete</Button>
        <Button variant="primary" phase={save.phase} pendingLabel="Saving…" onClick={() => void save.run()}>
          Save
        </Button>
        <Button size="small">Small</Button>
        <IconButton label="Copy">
          <Copy />
        </IconButton>
        <LinkButton>Edit</LinkButton>
        <LinkButton variant="danger">Remove</LinkButton>
        <Menu
          label="Actions"
          trigger={({ ref, ...trigger }) => (
            <Button {...trigger} ref={ref}>
              Actions
            </Button>
          )}
        >
          <MenuItem icon={<Copy />} onSelect={() => {}}>
            Copy ID
          </MenuItem>
          <MenuItem icon={<Ban />} onSelect={() => {}} isDanger>
            Suspend
          </MenuItem>
        </Menu>
      </div>
      <div className="parts-line">
        {(['plain', 'primary', 'ghost', 'danger', 'danger-ghost', 'danger-primary'] as const).map((variant) => (
          <Button key={variant} variant={variant} disabled>
            Disabled {variant}
          </Button>
        ))}
        <LinkButton disabled>Disabled link</LinkButton>
        <LinkButton variant="danger" disabled>
          Disabled danger link
        </LinkButton>
      </div>
    </Part>
  )
}

function Fields(): ReactNode {
  const [isOn, setOn] = useState(true)
  const [strategy, setStrategy] = useState('link')
  return (
    <Part name="Fields">
      <div className="form-page">
        <Field label="Name" help="Users see it on the sign-in page.">
          <Input defaultValue="Marginalia" />
        </Field>
        <Field label="Handler path" error="Handler path must start with /">
          <Input defaultValue="handler" />
        </Field>
        <div className="pair">
          <Field label="Description" isOptional>
            <TextArea defaultValue="Notes that stay with the book" />
          </Field>
          <Field label="Expires">
            <Select
              value={strategy}
              onChange={setStrategy}
              options={[
                { value: 'link', label: 'In one year' },
                { value: 'raise', label: 'In 30 days' },
              ]}
            />
          </Field>
        </div>
        <div className="pair">
          <Field label="Read-only">
            <Input readOnly value="6fb1c0de" />
          </Field>
          <Field label="Not available">
            <Input disabled value="—" />
          </Field>
        </div>
        <RadioGroup
          label="Merge strategy"
          value={strategy}
          onChange={setStrategy}
          options={[
            { value: 'link', label: 'Link the accounts', note: 'If the provider has verified the address.' },
            { value: 'raise', label: 'Refuse the sign-in' },
          ]}
        />
        <CheckGroup label="Keys">
          <Option control={<Checkbox checked={isOn} onChange={setOn} />}>Publishable client key</Option>
          <Option control={<Checkbox checked="mixed" onChange={() => {}} />}>Some</Option>
          <Option control={<Checkbox checked={false} disabled onChange={() => {}} />}>Not available</Option>
        </CheckGroup>
        <div className="parts-line">
          <Switch aria-label="On" checked={isOn} onChange={setOn} />
          <Switch aria-label="Off" checked={!isOn} onChange={(value) => setOn(!value)} />
          <Switch aria-label="Disabled" checked disabled onChange={() => {}} />
        </div>
        <CopyLine what="callback URL" value="https://auth.example/api/v1/auth/oauth/callback/google" />
      </div>
    </Part>
  )
}

function SettingsRows(): ReactNode {
  const [isOn, setOn] = useState(false)
  return (
    <div className="form-page">
      <Rows kind="settings">
        <SwitchRow
          label="Sign-up"
          note="New users can create an account."
          value={isOn}
          onSave={async (value) => {
            await new Promise((resolve) => setTimeout(resolve, 200))
            setOn(value)
          }}
        />
        <SwitchRow
          label="Fails"
          note="The service refuses this change."
          value={false}
          onSave={() => Promise.reject(new Error('refused'))}
        />
        <SwitchRow
          label="Production mode"
          disabledReason="3 findings have to be fixed first."
          value={false}
          onSave={async () => {}}
        />
      </Rows>
      <Rows kind="list">
        <ListRow action={<LinkButton variant="danger">Remove</LinkButton>}>
          <MiddleCut>ada.okafor.with-a-very-long-local-part@university-press.example</MiddleCut>
        </ListRow>
      </Rows>
    </div>
  )
}

function Conflict(): ReactNode {
  const [latest, setLatest] = useState({ name: 'Marginalia' })
  return (
    <>
      <SaveFields
        stored={latest}
        fields={{ name: text({ label: 'Project name' }) }}
        personOf={() => ({ name: 'Nadia Ferrante', isYou: false })}
        onSubmit={async (values) => setLatest(values)}
      />
      <Button variant="ghost" onClick={() => setLatest({ name: 'Changed' })}>
        Change it elsewhere
      </Button>
    </>
  )
}

function Words(): ReactNode {
  const [tab, setTab] = useState<'one' | 'two'>('one')
  const [view, setView] = useState<'a' | 'b'>('a')
  return (
    <>
      <div className="parts-line">
        <Badge>Unverified</Badge>
        <Badge tone="ok" icon={<Check />}>
          Verified
        </Badge>
        <Badge tone="warn">Not verified</Badge>
        <Badge tone="danger" icon={<Ban />}>
          Suspended
        </Badge>
        <State tone="ok" icon={<Check />}>
          Valid until 22 Nov 2027
        </State>
        <Avatar name="Ada Okafor" />
        <Avatar name="Okanagan Reading Circle" kind="team" size="medium" />
        <Avatar name={null} kind="anonymous" size="large" />
        <Time at={anHourAgo} />
      </div>
      <Tabs
        label="Framework"
        tabs={[
          { id: 'one', label: 'React' },
          { id: 'two', label: 'curl', count: '2' },
        ]}
        current={tab}
        onChange={setTab}
      >
        <p>{tab}</p>
      </Tabs>
      <Segments
        label="Order"
        segments={[
          { id: 'a', label: 'Signed up' },
          { id: 'b', label: 'Active' },
        ]}
        current={view}
        onChange={setView}
      />
      <Note>Keys are shown only when they are created.</Note>
      <Note tone="warn">The project does not trust this origin.</Note>
      <Note tone="danger">The mail server refused the password.</Note>
    </>
  )
}

function Json(): ReactNode {
  const [text, setText] = useState('{\n  "plan": "pro",\n  "seats": 4,,\n}')
  return <JsonEditor label="Server metadata" help="Only servers read and write it." value={text} onChange={setText} />
}

const anHourAgo = new Date(Date.now() - 3_600_000)
const DAY = 86_400_000
const days = Array.from({ length: 31 }, (_, index) => new Date(Date.UTC(2026, 9, 24) + index * DAY))
