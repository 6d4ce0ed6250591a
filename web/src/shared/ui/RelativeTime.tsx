import { useLingui } from '@lingui/react'
import { useEffect, useState } from 'react'
import { Hint } from './Hint.tsx'
import { fullTime, shortTime, staysTrueMs } from './relative-time.ts'

export interface RelativeTimeProps {
  /** The moment as a Date or in ISO 8601. */
  at: Date | string
  /** IANA zone; the browser's when absent. */
  timeZone?: string
}

/** A moment in its shortest honest form, with the whole of it in the tooltip; keeps itself true. */
export function RelativeTime({ at, timeZone }: RelativeTimeProps) {
  const { i18n } = useLingui()
  const [now, setNow] = useState(() => new Date())
  const moment = new Date(at)
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), staysTrueMs(moment, now))
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
