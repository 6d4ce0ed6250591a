import type { Reply } from '../../../shared/api/from-contract.ts'
import { SkeletonRows } from '../../../shared/ui/SkeletonRows.tsx'
import { StatePanel } from '../../../shared/ui/StatePanel.tsx'
import { useGreetingsQuery } from './api.ts'
import { GreetingCard } from './GreetingCard.tsx'
import { OwnGreetingsCard } from './OwnGreetingsCard.tsx'

/** What callers of these numbers hear and are texted. */
export function CallCards({ numbers }: { numbers: Reply<'lines'>['lines'] }) {
  const { data, isError, refetch } = useGreetingsQuery()
  if (isError && !data) return <StatePanel kind="error" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={3} />
  return (
    <>
      <GreetingCard greeting={data.greeting} />
      {numbers.length > 1 && <OwnGreetingsCard numbers={numbers} own={data.lines} />}
    </>
  )
}
