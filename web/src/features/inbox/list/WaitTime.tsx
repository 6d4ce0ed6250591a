import { formatUnit } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { waitingTimeOf } from './row-chip.ts'
import { useNow } from '../thread/useNow.ts'

/** Shows how long a contact has waited for an answer, "waits 2h", and stays up to date. */
export function WaitTime({ since }: { since: string }) {
  const { i18n } = useLingui()
  const now = useNow()
  const { value, unit } = waitingTimeOf(since, now)
  const time = formatUnit(value, unit, i18n.locale)
  return <Trans>waiting {time}</Trans>
}
