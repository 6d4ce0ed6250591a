import type { Contact } from '@crewline/contract/contacts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import { DataTable, type Column } from '../../shared/ui/DataTable.tsx'
import { FilterBar } from '../../shared/ui/FilterBar.tsx'
import { FilterChip } from '../../shared/ui/FilterChip.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { SearchBox } from '../../shared/ui/SearchBox.tsx'
import { StatePanel } from '../../shared/ui/StatePanel.tsx'
import { GroupFilter, useGroupValues, usePeopleTabs } from '../groups/index.ts'
import { AddContact } from './AddContact.tsx'
import { useContactListInfiniteQuery } from './api.ts'
import { ContactDrawer } from './ContactDrawer.tsx'
import classes from './Contacts.module.css'
import { ReachTabs } from './ReachTabs.tsx'
import { useContactColumns } from './useContactColumns.tsx'
import { useContactsUrl, type ContactsUrl } from './useContactsUrl.ts'

function Empty({ url, canAdd }: { url: ContactsUrl; canAdd: boolean }) {
  const { t } = useLingui()
  const { asked, narrow, setAdding } = url
  const isNarrowed = asked.search !== '' || asked.reach !== 'all' || asked.groupId !== ''
  if (isNarrowed)
    return (
      <StatePanel
        kind="noMatch"
        title={t`No contacts match`}
        onClear={() => narrow({ search: '', reach: 'all', groupId: '' })}
      />
    )
  return (
    <StatePanel
      kind="firstUse"
      icon={IconUsers}
      title={t`Your contacts will be here`}
      text={t`Add the people you want to text.`}
      action={
        canAdd && (
          <Button variant="default" onClick={() => setAdding(true)}>
            <Trans>Add contact</Trans>
          </Button>
        )
      }
    />
  )
}

/** Everybody the organization can text: found, narrowed, opened, added and changed. */
export default function ContactsScreen() {
  const { t, i18n } = useLingui()
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const url = useContactsUrl()
  const { asked, narrow, isAdding, setAdding, search } = url
  const { id } = useParams()
  const navigate = useNavigate()
  const canEdit = useCan('contacts.edit')
  const { data: groups } = useGroupValues()
  const query = useContactListInfiniteQuery(asked)
  const { data, currentData, isError, hasNextPage, isFetchingNextPage } = query
  const rows = useMemo(() => {
    const seen = new Map<string, Contact>()
    for (const row of data?.pages.flatMap((page) => page.data) ?? []) if (!seen.has(row.id)) seen.set(row.id, row)
    return [...seen.values()]
  }, [data])
  const columns: Column<Contact>[] = useContactColumns()
  const tabs = usePeopleTabs('contacts')
  const first = data?.pages[0]
  const at = rows.findIndex((row) => row.id === id)
  const open = (contact: Contact) => void navigate(`/dashboard/contacts/${contact.id}${search}`)
  const step = (by: 1 | -1) => {
    const next = rows[at + by]
    return at !== -1 && next ? () => open(next) : undefined
  }
  const groupName = groups?.find((group) => group.id === asked.groupId)?.name
  const total = first ? i18n.number(first.total) : ''

  return (
    <Screen
      title={t`Contacts`}
      tabs={tabs}
      actions={
        canEdit && (
          <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setAdding(true)}>
            <Trans>Add contact</Trans>
          </Button>
        )
      }
    >
      <ReachTabs reach={asked.reach} onReach={(reach) => narrow({ reach })} />
      <FilterBar
        search={
          <SearchBox
            label={t`Search name or number`}
            value={asked.search}
            onSearch={(text) => narrow({ search: text })}
            hasSlashKey={!isTouch}
          />
        }
        add={
          <GroupFilter
            chosen={asked.groupId === '' ? [] : [asked.groupId]}
            onChoose={(ids) => narrow({ groupId: ids.at(-1) ?? '' })}
          />
        }
        count={
          first &&
          (first.totalIsExact ? (
            <Plural value={first.total} one="# person" other="# people" />
          ) : (
            <Trans>More than {total} people</Trans>
          ))
        }
      >
        {asked.groupId !== '' && (
          <FilterChip
            label={groupName ? t`Group is ${groupName}` : t`One group`}
            onRemove={() => narrow({ groupId: '' })}
          />
        )}
      </FilterBar>
      {isError && rows.length === 0 ? (
        <StatePanel kind="error" onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t`Contacts`}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          rowName={(row) => fullName(row) || (row.phoneDisplay ?? '')}
          onOpen={open}
          {...(id && { activeKey: id })}
          sort={{ by: asked.sort, direction: asked.order }}
          onSort={({ by, direction }) => narrow({ sort: by as 'name' | 'createdAt', order: direction })}
          isLoading={data === undefined}
          isStale={data !== undefined && currentData === undefined}
          empty={<Empty url={url} canAdd={canEdit} />}
        />
      )}
      {hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
      <ContactDrawer
        id={id}
        onClose={() => void navigate(`/dashboard/contacts${search}`)}
        onPrevious={step(-1)}
        onNext={step(1)}
      />
      <AddContact
        isOpen={isAdding && canEdit}
        onClose={() => setAdding(false)}
        onAdded={(added) => void navigate(`/dashboard/contacts/${added.id}`)}
      />
    </Screen>
  )
}
