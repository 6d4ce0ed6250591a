import { useLingui } from '@lingui/react/macro'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import { LogInList } from '../LogInList.tsx'
import { useOwnLogInsInfiniteQuery } from './api.ts'

/** Lists the log-ins of the signed-in member to this organization. */
export function LogInsCard() {
  const { t } = useLingui()
  const query = useOwnLogInsInfiniteQuery()
  return (
    <SettingsCard id="log-ins" title={t`Login history`}>
      <LogInList
        rows={query.data?.pages.flatMap(({ data }) => data)}
        error={query.error}
        onRetry={() => void query.refetch()}
        {...(query.hasNextPage && { onMore: () => void query.fetchNextPage() })}
      />
    </SettingsCard>
  )
}
