import { useLingui } from '@lingui/react'
import { useEffect, useState } from 'react'
import { Hint } from '../overlay/Hint.tsx'
import { fullTime, shortTime, validForMs } from './relative-time.ts'

export interface RelativeTimeProps {
  /** The moment as a Date or in ISO 8601. */
  at: Date | string
  /** IANA zone; the browser's when absent. */
  timeZone?: string
}

/** Shows a moment in its shortest accurate form, with the full time in a tooltip; updates by itself. */
export function RelativeTime({ at, timeZone }: RelativeTimeProps) {
  const { i18n } = useLingui()
  const [now, setNow] = useState(() => new Date())
  const moment = new Date(at)
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), validForMs(moment, now))
    return () => clearTimeout(timer)
  })
  return (
    <Hint label={() => fullTime(moment, { locale: i18n.locale, timeZone })}>
      <time dateTime={moment.toISOString()} style={{ whiteSpace: 'nowrap' }}>
        {shortTime(moment, { now, locale: i18n.locale, timeZone })}
      </time>
    </Hint>
  )
}
