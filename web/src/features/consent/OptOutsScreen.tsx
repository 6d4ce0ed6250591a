import type { OptOut } from '@crewline/contract/consent'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBan, IconDownload, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { call } from '../../shared/api/from-contract.ts'
import { useCan } from '../../shared/lib/session/select.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import { DataTable } from '../../shared/ui/table/DataTable.tsx'
import { FilterBar } from '../../shared/ui/table/FilterBar.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { SearchBox } from '../../shared/ui/table/SearchBox.tsx'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { AddOptOuts } from './AddOptOuts.tsx'
import { numbersOf, useOptOutsInfiniteQuery } from './api.ts'
import classes from './Consent.module.css'
import { useOptOutColumns } from './useOptOutColumns.tsx'
import { useSaveFile } from '../../shared/ui/toast/useSaveFile.ts'

const formats = ['csv', 'xlsx'] as const

function ExportMenu() {
  const { t } = useLingui()
  const { isSaving, save } = useSaveFile()
  const labels = { csv: t`As CSV`, xlsx: t`As an Excel workbook` }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={isSaving} leftSection={<IconDownload size={16} stroke={1.75} />}>
          <Trans>Export</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item
            key={format}
            onClick={() => void save(call('exportOptOuts', { query: { format } }), `opt-outs.${format}`)}
          >
            {labels[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Lists every opted-out number, with search, export and import from another system. */
export default function OptOutsScreen() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const canExport = useCan('contacts.export')
  const [params, setParams] = useSearchParams()
  const search = params.get('q') ?? ''
  const find = (text: string) => setParams(text === '' ? {} : { q: text }, { replace: true })
  const [isAdding, setAdding] = useState(false)
  const query = useOptOutsInfiniteQuery(search)
  const { data, currentData, isError, hasNextPage, isFetchingNextPage } = query
  const rows = useMemo(() => numbersOf(data?.pages ?? []), [data])
  const columns = useOptOutColumns(canExport)
  const total = data?.pages[0]?.total
  const erased = search === '' ? (data?.pages[0]?.erased ?? 0) : 0

  return (
    <Screen
      title={t`Opt-outs`}
      actions={
        <>
          <Anchor component={Link} to="/dashboard/contacts" me="xs" visibleFrom="sm">
            <Trans>Back to contacts</Trans>
          </Anchor>
          {canExport && <ExportMenu />}
          {canExport && (
            <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setAdding(true)}>
              <Trans>Add numbers</Trans>
            </Button>
          )}
        </>
      }
    >
      <p className={classes.lead}>
        <Trans>We'll never text these numbers. People can opt back in by texting START.</Trans>
      </p>
      <FilterBar
        search={<SearchBox label={t`Search name or number`} value={search} onSearch={find} hasSlashKey={!isTouch} />}
        count={total !== undefined && <Plural value={total} one="# number" other="# numbers" />}
      />
      {erased > 0 && (
        <p className={classes.lead}>
          <Plural
            value={erased}
            one="# more number belongs to a contact who was erased. Search for the full number to find it."
            other="# more numbers belong to contacts who were erased. Search for a full number to find one."
          />
        </p>
      )}
      {isError && rows.length === 0 ? (
        <StatePanel kind="error" onRetry={() => void query.refetch()} />
      ) : (
        <DataTable<OptOut>
          label={t`Opt-outs`}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.phone}
          rowName={(row) => (row.contact ? fullName(row.contact) : row.phoneDisplay)}
          onOpen={(row) => row.contact && void navigate(`/dashboard/contacts/${row.contact.id}`)}
          isLoading={data === undefined}
          isStale={data !== undefined && currentData === undefined}
          empty={
            search === '' ? (
              <StatePanel
                kind="done"
                icon={IconBan}
                title={t`No one has opted out`}
                text={t`Numbers of people who text STOP will appear here.`}
              />
            ) : (
              <StatePanel kind="noMatch" title={t`No numbers match`} onClear={() => find('')} />
            )
          }
        />
      )}
      {hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
      <AddOptOuts isOpen={isAdding} onClose={() => setAdding(false)} />
    </Screen>
  )
}
