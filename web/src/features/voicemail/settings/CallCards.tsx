import { useEffect, useState } from 'react'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { useLinesQuery } from '../../lines/index.ts'
import { useGreetingsQuery } from './api.ts'
import { GreetingCard } from './GreetingCard.tsx'
import { LineGreetingsCard } from './LineGreetingsCard.tsx'

const dayMs = 24 * 3_600_000

/** Shows what callers hear and which texts they get; absent until the organization has a number that answers calls. */
export function CallCards() {
  const lines = useLinesQuery().data?.lines ?? []
  const numbers = lines.filter(({ voiceUrl }) => voiceUrl !== null)
  const { data, isError, refetch } = useGreetingsQuery(undefined, { skip: numbers.length === 0 })
  const turnsAt = data?.hours.turnsAt
  const [daysWaited, setDaysWaited] = useState(0)
  useEffect(() => {
    if (!turnsAt) return undefined
    const remainingMs = Math.max(Date.parse(turnsAt) - Date.now(), 0)
    // A browser timer is limited to 24 days, and a holiday may be months away. The clock of the server decides in the
    // end.
    const timer =
      remainingMs > dayMs
        ? setTimeout(() => setDaysWaited((days) => days + 1), dayMs)
        : setTimeout(() => void refetch(), remainingMs + 1_000)
    return () => clearTimeout(timer)
  }, [turnsAt, refetch, daysWaited])
  if (numbers.length === 0) return null
  if (isError && !data) return <StatePanel kind="error" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={3} />
  return (
    <>
      <GreetingCard greeting={data.greeting} hours={data.hours} isForAll={numbers.length === lines.length} />
      {numbers.length > 1 && <LineGreetingsCard numbers={numbers} greetings={data.lines} hours={data.hours} />}
    </>
  )
}
