import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useMeQuery } from '../../features/accounts/index.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { endOfView } from '../../shared/lib/viewing.ts'
import { Banner } from '../../shared/ui/feedback/Banner.tsx'

export interface ViewingBarProps {
  /** Ends the view and returns to the own session. */
  onEnd: () => Promise<void>
}

/** Returns the minutes until a time, rounded up; zero when it is over. */
function minutesUntil(at: string): number {
  return Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 60_000))
}

/** Says as whom this tab views the product and for how long, and ends it; when its time is over, by itself. */
export function ViewingBar({ onEnd }: ViewingBarProps) {
  const { data: me } = useMeQuery()
  const user = useSession(({ auth }) => auth.user)
  const expiresAt = me?.viewing?.expiresAt
  const [, setTick] = useState(0)
  const [isEnding, setEnding] = useState(false)
  useEffect(() => {
    if (expiresAt === undefined) return
    const timer = setInterval(() => {
      setTick((tick) => tick + 1)
      if (Date.parse(expiresAt) > Date.now()) return
      clearInterval(timer)
      location.assign(endOfView())
    }, 1000)
    return () => clearInterval(timer)
  }, [expiresAt])
  const name = user ? fullName(user) : ''
  const minutes = expiresAt === undefined ? undefined : minutesUntil(expiresAt)
  return (
    <Banner
      tone="info"
      icon={IconEye}
      action={
        <Button
          variant="default"
          size="compact-sm"
          loading={isEnding}
          onClick={() => {
            setEnding(true)
            void onEnd()
          }}
        >
          <Trans>End the view</Trans>
        </Button>
      }
    >
      <Trans>
        You're viewing as <bdi translate="no">{name}</bdi>. You can't change anything.
      </Trans>{' '}
      {minutes !== undefined && <Plural value={minutes} one="Ends in # minute." other="Ends in # minutes." />}
    </Banner>
  )
}
