import { useLingui } from '@lingui/react'
import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { Hint } from '../../../shared/ui/overlay/Hint.tsx'
import { fullTime } from '../../../shared/ui/text/relative-time.ts'
import { formatAgo } from './format-ago.ts'

export interface AgoProps {
  /** ISO 8601. */
  at: string
}

const minuteMs = 60_000

/** Shows a relative time within a sentence, with the full time in a tooltip; updates by itself. */
export function Ago({ at }: AgoProps) {
  const { i18n } = useLingui()
  const [now, setNow] = useState(() => new Date())
  useInterval(() => setNow(new Date()), minuteMs, { autoInvoke: true })
  const moment = new Date(at)
  return (
    <Hint label={() => fullTime(moment, { locale: i18n.locale })}>
      <time dateTime={at}>{formatAgo(moment, now, i18n.locale)}</time>
    </Hint>
  )
}
