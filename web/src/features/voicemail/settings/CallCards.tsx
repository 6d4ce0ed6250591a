import { useEffect } from 'react'
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
  useEffect(() => {
    if (!turnsAt) return undefined
    let timer: ReturnType<typeof setTimeout>
    // A browser timer is limited to 24 days, and a holiday may be months away. The clock of the server decides in the
    // end.
    function wait(until: number): void {
      const remainingMs = Math.max(until - Date.now(), 0)
      timer =
        remainingMs > dayMs ? setTimeout(wait, dayMs, until) : setTimeout(() => void refetch(), remainingMs + 1_000)
    }
    wait(Date.parse(turnsAt))
    return () => clearTimeout(timer)
  }, [turnsAt, refetch])
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
