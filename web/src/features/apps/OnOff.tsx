import { Trans } from '@lingui/react/macro'
import { Badge } from '@mantine/core'

/** Shows whether an app is on. */
export function OnOff({ isOn }: { isOn: boolean }) {
  return <Badge color={isOn ? 'green' : 'gray'}>{isOn ? <Trans>On</Trans> : <Trans>Off</Trans>}</Badge>
}
