import { Trans } from '@lingui/react/macro'
import { Badge } from '@mantine/core'

/** Whether an app is on, in a word. */
export function OnOff({ isOn }: { isOn: boolean }) {
  return <Badge color={isOn ? 'green' : 'gray'}>{isOn ? <Trans>On</Trans> : <Trans>Off</Trans>}</Badge>
}
