import { Trans } from '@lingui/react/macro'
import { useMyZone } from '../../../shared/ui/text/useDue.ts'

/** The last item of a list of times: says in which zone they are, unless that is the member's own. */
export function ZoneItem({ timeZone }: { timeZone: string }) {
  const mine = useMyZone()
  if (timeZone === mine) return null
  const zone = timeZone.replaceAll('_', ' ')
  return (
    <li>
      <Trans>
        Times are in <span translate="no">{zone}</span>.
      </Trans>
    </li>
  )
}
