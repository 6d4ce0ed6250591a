import { useEffect, useState } from 'react'
import type { DeliveryFault } from './carrier.ts'
import classes from './handset.module.css'
import { formatTime } from './words.ts'

const barsOf: Partial<Record<DeliveryFault, number>> = { slow: 1, no_signal: 0, landline: 0, not_in_use: 0 }

/** The status bar of the phone: time, camera, carrier, signal and battery; the bars reflect the fault. */
export function StatusBar({ delivery }: { delivery: DeliveryFault }) {
  const now = useMinute()
  const bars = barsOf[delivery] ?? 4
  return (
    <div className={classes.status} aria-hidden>
      <time className={classes.clock}>{formatTime(now).replace(/\s?[AP]M/, '')}</time>
      <span className={classes.camera} />
      <span className={classes.radio}>
        <span>{bars === 0 ? 'SOS' : bars === 1 ? 'E' : 'LTE'}</span>
        <svg width="17" height="12" viewBox="0 0 17 12" fill="currentColor">
          {[0, 1, 2, 3].map((bar) => (
            <rect
              key={bar}
              x={bar * 4.5}
              y={9 - bar * 3}
              width="3"
              height={3 + bar * 3}
              rx="1"
              opacity={bar < bars ? 1 : 0.28}
            />
          ))}
        </svg>
        <svg width="25" height="12" viewBox="0 0 25 12" fill="none">
          <rect x="0.5" y="0.5" width="21" height="11" rx="3.5" stroke="currentColor" opacity="0.4" />
          <rect x="2" y="2" width="15" height="8" rx="2" fill="currentColor" />
          <path d="M23 4v4c.8-.3 1.4-1.1 1.4-2S23.8 4.3 23 4Z" fill="currentColor" opacity="0.4" />
        </svg>
      </span>
    </div>
  )
}

function useMinute(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
