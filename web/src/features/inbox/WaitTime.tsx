import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { waitOf } from './row-chip.ts'
import { useNow } from './useNow.ts'

/** How long a worker has waited for an answer: "waits 2h"; keeps itself true. */
export function WaitTime({ since }: { since: string }) {
  const { i18n } = useLingui()
  const now = useNow()
  const { value, unit } = waitOf(since, now)
  const time = i18n.number(value, { style: 'unit', unit, unitDisplay: 'narrow' })
  return <Trans>waits {time}</Trans>
}
