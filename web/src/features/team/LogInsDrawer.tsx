import type { Teammate } from '@crewline/contract/team'
import { useLingui } from '@lingui/react/macro'
import { LogInList } from '../accounts/index.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import { RecordDrawer } from '../../shared/ui/overlay/RecordDrawer.tsx'
import { useMemberLogInsInfiniteQuery } from './team-api.ts'

export interface LogInsDrawerProps {
  member: Teammate
  onClose: () => void
}

/** Shows when, how and from where a teammate logged in. */
export default function LogInsDrawer({ member, onClose }: LogInsDrawerProps) {
  const { t } = useLingui()
  const query = useMemberLogInsInfiniteQuery(member.id)
  const name = fullName(member) || member.email
  return (
    <RecordDrawer isOpen onClose={onClose} title={t`Log-ins of ${name}`}>
      <LogInList
        rows={query.data?.pages.flatMap(({ data }) => data)}
        error={query.error}
        onRetry={() => void query.refetch()}
        {...(query.hasNextPage && { onMore: () => void query.fetchNextPage() })}
      />
    </RecordDrawer>
  )
}
