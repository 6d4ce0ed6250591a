import { Trans, useLingui } from '@lingui/react/macro'
import { Button, SegmentedControl } from '@mantine/core'
import { IconClipboardList, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { DataTable } from '../../shared/ui/table/DataTable.tsx'
import { FilterBar } from '../../shared/ui/table/FilterBar.tsx'
import { SearchBox } from '../../shared/ui/table/SearchBox.tsx'
import { useFormsQuery } from './api.ts'
import { useFormColumns } from './useFormColumns.tsx'

/** The forms of the organization, with how many people answered each. */
export default function FormsScreen() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const canEdit = useCan('replies.manage')
  const [search, setSearch] = useState('')
  const [archived, setArchived] = useState<'yes' | 'no'>('no')
  const query = useFormsQuery({ search, archived })
  const { data, currentData, isError } = query
  const columns = useFormColumns()
  const isFirstUse = data?.length === 0 && search === '' && archived === 'no'
  const newButton = canEdit && (
    <Button component={Link} to="/dashboard/apps/forms/new" leftSection={<IconPlus size={16} stroke={1.75} />}>
      <Trans>New form</Trans>
    </Button>
  )
  return (
    <Screen title={t`Forms`} actions={!isFirstUse && newButton}>
      <FilterBar search={<SearchBox label={t`Search forms`} value={search} onSearch={setSearch} />}>
        <SegmentedControl
          aria-label={t`Which forms`}
          value={archived}
          onChange={(next) => setArchived(next === 'yes' ? 'yes' : 'no')}
          data={[
            { value: 'no', label: t`Current` },
            { value: 'yes', label: t({ message: 'Archived', context: 'forms' }) },
          ]}
        />
      </FilterBar>
      {isError && !data ? (
        <StatePanel kind="error" onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t`Forms`}
          columns={columns}
          rows={data ?? []}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          onOpen={({ id }) => void navigate(`/dashboard/apps/forms/${id}`)}
          isLoading={data === undefined}
          isStale={data !== undefined && currentData === undefined}
          empty={
            search !== '' ? (
              <StatePanel kind="noMatch" title={t`No forms match`} onClear={() => setSearch('')} />
            ) : archived === 'yes' ? (
              <StatePanel kind="firstUse" title={t`No archived forms`} text={t`Forms you archive will appear here.`} />
            ) : (
              <StatePanel
                kind="firstUse"
                icon={IconClipboardList}
                title={t`No forms yet`}
                text={t`Ask for a shift swap, an incident report or an opinion. People answer on their phone, without an account.`}
                action={newButton}
              />
            )
          }
        />
      )}
    </Screen>
  )
}
