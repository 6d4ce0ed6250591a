import { Trans } from '@lingui/react/macro'
import { Loader } from '@mantine/core'
import { useEffect, useState } from 'react'
import { whenReleased } from '../../lib/when-released.ts'
import classes from './ReconnectingStrip.module.css'

export interface ReconnectingStripProps {
  /** Whether the live connection is up. */
  isConnected: boolean
  /** The device itself is offline. */
  isOffline?: boolean
  /** How long a disconnect may last before it is shown, in ms. */
  afterMs?: number
}

/** Shows a gray bar at the top after 3 s without live connection; writing still works. */
export function ReconnectingStrip({ isConnected, isOffline = false, afterMs = 3000 }: ReconnectingStripProps) {
  const [isLate, setLate] = useState(false)
  if (isConnected && isLate) setLate(false)
  useEffect(() => {
    if (isConnected) return
    const timer = setTimeout(() => whenReleased(() => setLate(true)), afterMs)
    return () => clearTimeout(timer)
  }, [isConnected, afterMs])
  return (
    <div role="status">
      {isLate && !isConnected && (
        <div className={classes.strip}>
          <Loader size={12} color="gray" />
          {isOffline ? (
            <Trans>You're offline. We'll send your messages when you're back online.</Trans>
          ) : (
            <Trans>Reconnecting…</Trans>
          )}
        </div>
      )}
    </div>
  )
}
