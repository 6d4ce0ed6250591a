import { Trans, useLingui } from '@lingui/react/macro'
import { Title } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { DataTable } from '../../shared/ui/DataTable.tsx'
import { StatePanel } from '../../shared/ui/StatePanel.tsx'
import { useImportListQuery } from './api.ts'
import classes from './Imports.module.css'
import { isWorking } from './steps.ts'
import { useImportColumns } from './useImportColumns.tsx'

const pollMs = 3000

/** The latest imports with how each stands, who began it, what came of it, and the way back while there is one. */
export function LatestImports() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { data, isError, refetch } = useImportListQuery(undefined, { pollingInterval: 0, refetchOnMountOrArgChange: 5 })
  const isMoving = data?.some(({ state }) => isWorking(state)) ?? false
  useImportListQuery(undefined, { skip: !isMoving, pollingInterval: pollMs })
  const columns = useImportColumns()
  return (
    <section aria-labelledby="latest-imports">
      <Title order={2} id="latest-imports" className={classes.section}>
        <Trans>Latest imports</Trans>
      </Title>
      {isError && data === undefined ? (
        <StatePanel kind="error" compact onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t`Latest imports`}
          columns={columns}
          rows={data ?? []}
          rowKey={(one) => one.id}
          rowName={(one) => one.fileName}
          onOpen={(one) => void navigate(`/dashboard/contacts/import/${one.id}`)}
          isLoading={data === undefined}
          empty={
            <StatePanel
              kind="firstUse"
              compact
              icon={IconFileSpreadsheet}
              title={t`Your imports will be here`}
              text={t`You can take an import back for 24 hours.`}
            />
          }
        />
      )}
    </section>
  )
}
