import { formatNumber } from '@crewline/contract/formats'
import { Button, Menu, SegmentedControl } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { DataTable, type Column, type Sort } from '../../shared/ui/table/DataTable.tsx'
import { ContactStatus } from '../../shared/ui/text/ContactStatus.tsx'
import { FilterBar } from '../../shared/ui/table/FilterBar.tsx'
import { FilterChip } from '../../shared/ui/table/FilterChip.tsx'
import { NameAvatar } from '../../shared/ui/text/NameAvatar.tsx'
import { noPicks } from '../../shared/ui/table/selection.ts'
import { PhoneNumber } from '../../shared/ui/text/PhoneNumber.tsx'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import { SearchBox } from '../../shared/ui/table/SearchBox.tsx'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { sampleContacts, type SampleContact } from './sample-contacts.ts'
import { Section, State, States } from './Section.tsx'

const columns: Column<SampleContact>[] = [
  { id: 'name', header: 'Name', isSortable: true, cell: (contact) => <bdi>{contact.name}</bdi> },
  {
    id: 'phone',
    header: 'Mobile',
    phone: 'detail',
    cell: (contact) => <PhoneNumber phone={contact.phone} home="US" />,
  },
  { id: 'groups', header: 'Groups', cell: (contact) => contact.groups || '–' },
  { id: 'location', header: 'Location', cell: (contact) => contact.location || '–' },
  { id: 'status', header: 'Status', phone: 'detail', cell: (contact) => <ContactStatus status={contact.status} /> },
  {
    id: 'texts',
    header: 'Texts',
    isSortable: true,
    align: 'end',
    cell: (contact) => formatNumber(contact.texts, 'en'),
  },
  {
    id: 'last',
    header: 'Last message',
    isSortable: true,
    align: 'end',
    phone: 'end',
    cell: (contact) => <RelativeTime at={contact.lastAt} />,
  },
]

function avatarOf(contact: SampleContact) {
  return <NameAvatar name={contact.name} tintKey={contact.id} size={28} />
}

function Table({ density }: { density: 'comfortable' | 'compact' }) {
  const [sort, setSort] = useState<Sort>({ by: 'name', direction: 'asc' })
  const [picks, setPicks] = useState(noPicks)
  const [active, setActive] = useState('3')
  return (
    <DataTable
      label={`Contacts, ${density}`}
      columns={columns}
      rows={sampleContacts}
      rowKey={(contact) => contact.id}
      rowName={(contact) => contact.name}
      lead={avatarOf}
      density={density}
      sort={sort}
      onSort={setSort}
      picks={picks}
      onPicks={setPicks}
      activeKey={active}
      onOpen={(contact) => setActive(contact.id)}
      empty={null}
    />
  )
}

/** Shows tables, filters, search and list placeholders. */
export function ListSections() {
  const [density, setDensity] = useState<'comfortable' | 'compact'>('comfortable')
  const [search, setSearch] = useState('')
  const [filters, setFilters] = useState(['Location is Plant 2', 'Language is Español'])
  const shared = {
    columns,
    rows: [],
    rowKey: (contact: SampleContact) => contact.id,
    rowName: (contact: SampleContact) => contact.name,
    lead: () => null,
  }
  return (
    <>
      <Section
        id="filter-bar"
        title="FilterBar, FilterChip, SearchBox"
        file="FilterBar.tsx"
        summary="Search, filters in force, how many are left. Slash moves to the search, Delete removes a chip."
        isBare
      >
        <FilterBar
          search={<SearchBox label="Search name, phone, ID" value={search} onSearch={setSearch} />}
          add={
            <Menu>
              <Menu.Target>
                <Button variant="subtle" color="gray" size="xs" leftSection={<IconPlus size={16} stroke={1.75} />}>
                  Filter
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => setFilters([...filters, 'Group is Night shift'])}>Group</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          }
          onClear={() => setFilters([])}
          count="312 people"
          tools={
            <SegmentedControl
              size="xs"
              value={density}
              onChange={(value) => setDensity(value)}
              data={[
                { value: 'comfortable', label: 'Comfortable' },
                { value: 'compact', label: 'Compact' },
              ]}
            />
          }
        >
          {filters.map((filter) => (
            <FilterChip
              key={filter}
              label={filter}
              onEdit={() => {}}
              onRemove={() => setFilters(filters.filter((each) => each !== filter))}
            />
          ))}
        </FilterBar>
      </Section>
      <Section
        id="data-table"
        title="DataTable"
        file="DataTable.tsx"
        summary="A real table from 768 px, two-line rows on phones. J, K and arrows move, Enter opens."
        isBare
      >
        <States columns={1}>
          <State name={density}>
            <Table density={density} />
          </State>
          <State name="loading (after 150 ms)">
            <DataTable {...shared} label="Contacts, loading" isLoading empty={null} />
          </State>
          <State name="no match">
            <DataTable
              {...shared}
              label="Contacts, no match"
              empty={<StatePanel kind="noMatch" title="No contacts match these filters" onClear={() => {}} />}
            />
          </State>
        </States>
      </Section>
      <Section
        id="skeleton-rows"
        title="SkeletonRows"
        file="SkeletonRows.tsx"
        summary="The shape of the list that loads; shown after 150 ms, then for at least 300 ms."
      >
        <States>
          <State name="with avatar">
            <SkeletonRows count={4} height={64} withAvatar />
          </State>
          <State name="one line">
            <SkeletonRows count={4} height={40} lines={1} />
          </State>
        </States>
      </Section>
      <Section
        id="state-panel"
        title="StatePanel"
        file="StatePanel.tsx"
        summary="What stands where a list would be; no match never looks like no data."
      >
        <States>
          <State name="first use">
            <StatePanel
              kind="firstUse"
              icon={IconUsers}
              title="Your contacts will be here"
              text="Add them from a file or your HR system."
              action={<Button variant="default">Add contacts</Button>}
              compact
            />
          </State>
          <State name="no match">
            <StatePanel kind="noMatch" title="No contacts match these filters" onClear={() => {}} compact />
          </State>
          <State name="all done">
            <StatePanel kind="done" title="You are all caught up" text="New messages will show here." compact />
          </State>
          <State name="error">
            <StatePanel kind="error" onRetry={() => {}} compact />
          </State>
          <State name="no access">
            <StatePanel kind="noAccess" title="Only owners can see billing" text="Ask Dana Fox for help." compact />
          </State>
        </States>
      </Section>
    </>
  )
}
