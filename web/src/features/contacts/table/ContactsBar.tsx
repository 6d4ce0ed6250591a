import { formatNumber } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Checkbox, CloseButton, Popover } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconColumns3, IconFilter } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { useCan } from '../../../shared/lib/session/select.ts'
import { FilterBar } from '../../../shared/ui/table/FilterBar.tsx'
import { FilterChip } from '../../../shared/ui/table/FilterChip.tsx'
import { Hint } from '../../../shared/ui/overlay/Hint.tsx'
import { LazySheet } from '../../../shared/ui/overlay/LazySheet.tsx'
import { SearchBox } from '../../../shared/ui/table/SearchBox.tsx'
import { FilterChips, readFilter, useFilterFields, writeFilter } from '../../filters/index.ts'
import { useGroupValues } from '../../groups/index.ts'
import { audienceOf, sortFrom } from './contacts-url.ts'
import classes from '../Contacts.module.css'
import type { Columns } from './useColumnChoice.ts'
import type { CompactRows } from './useCompactRows.ts'
import type { ContactColumn } from './useContactColumns.tsx'
import type { ContactsUrl } from './useContactsUrl.ts'

const ColumnPicker = lazy(() => import('./ColumnPicker.tsx'))
const OrderMenu = lazy(async () => ({ default: (await import('../../../shared/ui/table/OrderMenu.tsx')).OrderMenu }))
const ExportMenu = lazy(async () => ({ default: (await import('../actions/ExportMenu.tsx')).ExportMenu }))

export interface ContactsBarProps {
  url: ContactsUrl
  /** The first page of the list, once it has loaded. */
  first: Reply<'groupContacts'> | undefined
  isPhone: boolean
  all: ContactColumn[]
  columns: Columns
  compact: CompactRows
}

function Filters({ url }: { url: ContactsUrl }) {
  const { t } = useLingui()
  const { listQuery, narrow, setDropped } = url
  const { data: groups } = useGroupValues()
  const fields = useFilterFields(groups)
  const { filter } = readFilter(listQuery.filters)
  const groupName = groups?.find((group) => group.id === listQuery.groupId)?.name
  return (
    <>
      {listQuery.groupId !== '' && (
        <FilterChip
          label={groupName ? t`Group is ${groupName}` : t`In one group`}
          onRemove={() => narrow({ groupId: '' })}
        />
      )}
      <FilterChips
        filter={filter}
        fields={fields}
        onChange={(next) => {
          setDropped(false)
          narrow({ filters: writeFilter(next) })
        }}
      />
    </>
  )
}

function ColumnsButton({ all, columns, compact }: Pick<ContactsBarProps, 'all' | 'columns' | 'compact'>) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={340} trapFocus returnFocus>
      <Popover.Target>
        <Hint label={t`Columns`} disabled={isOpen}>
          <ActionIcon size={30} aria-label={t`Columns`} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <IconColumns3 size={18} stroke={1.75} />
          </ActionIcon>
        </Hint>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={t`Columns`}>
        <Suspense fallback={null}>
          <ColumnPicker all={all} columns={columns} />
        </Suspense>
        <Checkbox
          className={classes.compact ?? ''}
          label={t`Compact rows`}
          checked={compact.isOn}
          onChange={(event) => compact.set(event.currentTarget.checked)}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

/** The bar above the list: search, filters, result count, columns and export. */
export function ContactsBar({ url, first, isPhone, all, columns, compact }: ContactsBarProps) {
  const { t, i18n } = useLingui()
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const canExport = useCan('contacts.export')
  const { listQuery: asked, narrow, isDropped, setDropped } = url
  const [isSheetOpen, setSheetOpen] = useState(false)
  const total = first ? formatNumber(first.total, i18n.locale) : ''
  const customColumns = all.flatMap(({ attribute }) => (attribute?.field ? [attribute.name] : []))
  const count =
    first &&
    (first.totalIsExact ? (
      <Plural value={first.total} one="# contact" other="# contacts" />
    ) : (
      <Trans>More than {total} contacts</Trans>
    ))
  const narrowing = (asked.groupId === '' ? 0 : 1) + (readFilter(asked.filters).filter?.children.length ?? 0)
  return (
    <>
      <FilterBar
        search={
          <SearchBox
            label={t`Search name, number, or ID`}
            value={asked.search}
            onSearch={(text) => narrow({ search: text })}
            hasSlashKey={!isTouch}
          />
        }
        add={
          isPhone ? (
            <Button
              size="xs"
              variant={narrowing > 0 ? 'light' : 'default'}
              leftSection={<IconFilter size={16} stroke={1.75} />}
              onClick={() => setSheetOpen(true)}
            >
              {narrowing > 0 ? <Plural value={narrowing} one="# filter" other="# filters" /> : <Trans>Filters</Trans>}
            </Button>
          ) : (
            <Filters url={url} />
          )
        }
        count={count}
        tools={
          isPhone ? (
            <Suspense fallback={<span className={classes.tool} />}>
              <OrderMenu
                columns={all}
                sort={{ by: asked.sort, direction: asked.order }}
                onSort={({ by, direction }) => narrow({ sort: sortFrom(by), order: direction })}
              />
            </Suspense>
          ) : (
            <>
              <ColumnsButton all={all} columns={columns} compact={compact} />
              {canExport && (
                <Suspense fallback={<span className={classes.tool} />}>
                  <ExportMenu
                    selection={{ selectedAll: true, audience: audienceOf(asked) }}
                    listQuery={asked}
                    visibleColumns={columns.shown}
                    customColumns={customColumns}
                  />
                </Suspense>
              )}
            </>
          )
        }
      />
      {isDropped && (
        <p className={classes.dropped} role="status">
          <Trans>Some filters in this link couldn't be used, so we left them out.</Trans>
          <CloseButton size={28} aria-label={t`Close`} onClick={() => setDropped(false)} />
        </p>
      )}
      {isPhone && (
        <LazySheet isOpen={isSheetOpen} onClose={() => setSheetOpen(false)} title={t`Filters`}>
          <div className={classes.sheet}>
            <Filters url={url} />
            <Button fullWidth onClick={() => setSheetOpen(false)}>
              {first ? (
                <Plural value={first.total} one="Show # contact" other="Show # contacts" />
              ) : (
                <Trans>Show</Trans>
              )}
            </Button>
          </div>
        </LazySheet>
      )}
    </>
  )
}
