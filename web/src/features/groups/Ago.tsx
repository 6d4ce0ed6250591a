import { useLingui } from '@lingui/react'
import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { Hint } from '../../shared/ui/Hint.tsx'
import { fullTime } from '../../shared/ui/relative-time.ts'
import { agoWords } from './ago-words.ts'

export interface AgoProps {
  /** ISO 8601. */
  at: string
}

const minuteMs = 60_000

/** How long ago a moment was, within a sentence, with the whole of it in the tooltip; keeps itself true. */
export function Ago({ at }: AgoProps) {
  const { i18n } = useLingui()
  const [now, setNow] = useState(() => new Date())
  useInterval(() => setNow(new Date()), minuteMs, { autoInvoke: true })
  const moment = new Date(at)
  return (
    <Hint label={() => fullTime(moment, { locale: i18n.locale })}>
      <time dateTime={at}>{agoWords(moment, now, i18n.locale)}</time>
    </Hint>
  )
}
