import type { CelebrationKind } from '@crewline/contract/celebrations'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconCake, IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { DataTable } from '../../shared/ui/table/DataTable.tsx'
import { useCelebrationsQuery } from './api.ts'
import { DigestSwitch } from './DigestSwitch.tsx'
import { useCelebrationColumns } from './useCelebrationColumns.tsx'
import { useCelebrationNames } from './useCelebrationNames.ts'
import { useCanEditCelebrations } from './useCanEditCelebrations.ts'

const KINDS: readonly CelebrationKind[] = ['birthday', 'anniversary', 'date']

function NewMenu() {
  const { kind: names } = useCelebrationNames()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<IconPlus size={16} stroke={1.75} />}>
          <Trans>New celebration</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {KINDS.map((kind) => (
          <Menu.Item key={kind} component={Link} to={`/dashboard/apps/birthday/new?kind=${kind}`}>
            {names[kind]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The celebrations of the organization, with how many people each reached. */
export default function CelebrationsScreen() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const canEdit = useCanEditCelebrations()
  const { data, isError, refetch } = useCelebrationsQuery()
  const columns = useCelebrationColumns()
  const isEmpty = data?.length === 0
  return (
    <Screen title={t`Celebrations`} actions={canEdit && !isEmpty && <NewMenu />}>
      {!isEmpty && <DigestSwitch />}
      {isError && !data ? (
        <StatePanel kind="error" onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t`Celebrations`}
          columns={columns}
          rows={data ?? []}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          onOpen={({ id }) => void navigate(`/dashboard/apps/birthday/${id}`)}
          isLoading={data === undefined}
          empty={
            <StatePanel
              kind="firstUse"
              icon={IconCake}
              title={t`No celebrations yet`}
              text={t`Text people on their birthday or work anniversary. Write it once; each person gets it in the morning of their day.`}
              action={canEdit && <NewMenu />}
            />
          }
        />
      )}
    </Screen>
  )
}
