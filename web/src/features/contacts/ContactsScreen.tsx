import type { Contact } from '@crewline/contract/contacts'
import { Trans, useLingui } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { useNavigate, useParams } from 'react-router'
import { focusUnlessUsed } from '../../shared/lib/focus-after-render.ts'
import { useCan } from '../../shared/lib/session/select.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import { DataTable } from '../../shared/ui/table/DataTable.tsx'
import { hasPicks, noPicks, picksWith } from '../../shared/ui/table/selection.ts'
import { Screen } from '../../shared/ui/Screen.tsx'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { useOnChange } from '../../shared/lib/use-on-change.ts'
import { LazyOffersNote, useMayTransfer } from '../transfers/index.ts'
import { useContactsTabs } from '../groups/index.ts'
import { useContactViewsQuery } from './actions/actions-api.ts'
import { ContactsBar } from './table/ContactsBar.tsx'
import { sortFrom } from './table/contacts-url.ts'
import { PageActions } from './actions/PageActions.tsx'
import { useCellEditing } from './table/useCellEditing.tsx'
import { useColumnChoice } from './table/useColumnChoice.ts'
import { useCompactRows } from './table/useCompactRows.ts'
import { useContactList } from './table/useContactList.ts'
import { useContactColumns } from './table/useContactColumns.tsx'
import { useContactsUrl } from './table/useContactsUrl.ts'
import { useAttributes } from './contact/useAttributes.ts'
import { useLinkedView } from './table/useLinkedView.ts'
import { ViewTabs } from './table/ViewTabs.tsx'

const AddContact = lazy(() => import('./contact/AddContact.tsx'))
const ContactDrawer = lazy(() => import('./contact/ContactDrawer.tsx'))
const EmptyList = lazy(async () => ({ default: (await import('./table/EmptyList.tsx')).EmptyList }))
const PickBar = lazy(() => import('./actions/SelectionBar.tsx'))

const keyOf = (row: Contact) => row.id
const nameOf = (row: Contact) => fullName(row) || (row.phoneDisplay ?? '')

/** True from the first time on: what was opened once stays mounted, so that its closing animation can finish. */
function useEver(isNow: boolean): boolean {
  const [wasEver, setEver] = useState(isNow)
  if (isNow && !wasEver) setEver(true)
  return wasEver
}

// Delay until the drawer itself has returned the focus to the element that opened it.
const focusBackMs = 50

/** Focuses the row of the contact that was open last when the drawer closes. */
function useFocusBack(id: string | undefined, table: RefObject<HTMLElement | null>): void {
  const last = useRef(id)
  useEffect(() => {
    const before = last.current
    last.current = id
    if (id !== undefined || before === undefined) return
    const focused = document.activeElement
    const row = () => table.current?.querySelector<HTMLElement>(`[data-row="${before}"] [data-open-row]`)
    const timer = setTimeout(() => focusUnlessUsed(focused, row()), focusBackMs)
    return () => clearTimeout(timer)
  }, [id, table])
}

/** The contact list: search, filter, select, open, add and edit contacts. */
export default function ContactsScreen() {
  const { t } = useLingui()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const url = useContactsUrl()
  const { listQuery: asked, narrow, viewId, isAdding, setAdding, start, search } = url
  const { id } = useParams()
  const navigate = useNavigate()
  const canEdit = useCan('contacts.edit')
  const canChoose = useCan('contacts.export') || canEdit
  const { data: views = [] } = useContactViewsQuery()
  useLinkedView(url, views)
  const view = views.find((candidate) => candidate.id === viewId)
  const list = useContactList(url, id)
  const { rows } = list
  const compact = useCompactRows()
  const attributes = useAttributes()
  const allColumns = useContactColumns(attributes, { canEdit, isCompact: compact.isOn })
  const columns = useColumnChoice(allColumns, view)
  const table = useRef<HTMLDivElement>(null)
  const cells = useCellEditing(columns.columns, rows, table)
  const [picks, setPicks] = useState(noPicks)
  const [isChoosing, setChoosing] = useState(false)
  const tabs = useContactsTabs('contacts')
  const open = useCallback(
    (contact: Contact) => void navigate(`/dashboard/contacts/${contact.id}${search}`),
    [navigate, search],
  )
  // A selection belongs to the list it was made in.
  useOnChange([asked.search, asked.reach, asked.groupId, asked.filters].join('\n'), () => setPicks(noPicks))
  const step = (by: 1 | -1) => {
    const next = rows[list.at + by]
    return list.at !== -1 && next ? () => open(next) : undefined
  }
  function clearSelection(): void {
    setPicks(noPicks)
    setChoosing(false)
  }
  useFocusBack(id, table)
  const may = useMayTransfer()
  const withBoxes = canChoose && (!isPhone || isChoosing)
  const wasOpen = useEver(id !== undefined)
  const wasAdding = useEver(isAdding)

  return (
    <Screen
      title={t`Contacts`}
      tabs={tabs}
      actions={
        <PageActions
          canEdit={canEdit}
          isPhone={isPhone}
          onAdd={() => setAdding(true)}
          {...(isPhone && canChoose && { onSelect: () => setChoosing(true) })}
        />
      }
    >
      {may.accept && (
        <Suspense fallback={null}>
          <LazyOffersNote />
        </Suspense>
      )}
      <ViewTabs url={url} views={views} view={view} columns={columns} />
      <ContactsBar
        url={url}
        first={list.first}
        isPhone={isPhone}
        all={allColumns}
        columns={columns}
        compact={compact}
      />
      {list.isFailed ? (
        <StatePanel kind="error" onRetry={list.retry} />
      ) : (
        <DataTable
          box={table}
          label={t`Contacts`}
          columns={cells.columns}
          rows={rows}
          rowKey={keyOf}
          rowName={nameOf}
          onOpen={open}
          {...(id && { activeKey: id })}
          sort={{ by: asked.sort, direction: asked.order }}
          onSort={({ by, direction }) => narrow({ sort: sortFrom(by), order: direction })}
          isLoading={list.isLoading}
          isStale={list.isStale}
          empty={
            <Suspense fallback={null}>
              <EmptyList url={url} canAdd={canEdit} />
            </Suspense>
          }
          density={compact.isOn ? 'compact' : 'comfortable'}
          isVirtual
          onNearEnd={list.more}
          onSight={list.onSight}
          {...(canEdit && { onEditCell: cells.onEditCell })}
          {...(withBoxes && { picks, onPicks: setPicks })}
          {...(canChoose && {
            onHold: (row: string) => {
              setChoosing(true)
              setPicks((now) => picksWith(now, row))
            },
          })}
        />
      )}
      {list.isLoadingMore && (
        <VisuallyHidden role="status">
          <Trans>Loading</Trans>
        </VisuallyHidden>
      )}
      <Suspense fallback={null}>
        {(hasPicks(picks) || (isPhone && isChoosing)) && (
          <PickBar
            listQuery={asked}
            picks={picks}
            onPicks={setPicks}
            onDone={clearSelection}
            visibleColumns={columns.shown}
            customColumns={attributes.filter(({ kind }) => kind === 'custom').map(({ name }) => name)}
          />
        )}
        {wasOpen && (
          <ContactDrawer
            id={id}
            onClose={() => void navigate(`/dashboard/contacts${search}`)}
            onPrevious={step(-1)}
            onNext={step(1)}
          />
        )}
        {wasAdding && (
          <AddContact
            isOpen={isAdding && canEdit}
            start={start}
            onClose={() => setAdding(false)}
            onAdded={(added) => void navigate(`/dashboard/contacts/${added.id}`)}
          />
        )}
      </Suspense>
    </Screen>
  )
}
