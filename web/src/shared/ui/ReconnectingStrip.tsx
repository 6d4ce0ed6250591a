import { Trans } from '@lingui/react/macro'
import { Loader } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from './ReconnectingStrip.module.css'

export interface ReconnectingStripProps {
  /** Whether the live connection is up. */
  isConnected: boolean
  /** The device itself has no network. */
  isOffline?: boolean
  /** How long a break may last before people are told, in ms. */
  afterMs?: number
}

/** A grey line at the top after 3 s without live connection; writing goes on. */
export function ReconnectingStrip({ isConnected, isOffline = false, afterMs = 3000 }: ReconnectingStripProps) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (isConnected) {
      setLate(false)
      return
    }
    const timer = setTimeout(() => setLate(true), afterMs)
    return () => clearTimeout(timer)
  }, [isConnected, afterMs])
  return (
    <div role="status">
      {isLate && !isConnected && (
        <div className={classes.strip}>
          <Loader size={12} color="gray" />
          {isOffline ? (
            <Trans>You are offline. We will send your messages when you are back.</Trans>
          ) : (
            <Trans>Reconnecting…</Trans>
          )}
        </div>
      )}
    </div>
  )
}
