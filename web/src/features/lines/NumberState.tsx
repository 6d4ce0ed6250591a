import { useLingui } from '@lingui/react/macro'
import { IconCircleCheck, IconPlayerPause } from '@tabler/icons-react'
import tick from '../../shared/ui/text/StatusTick.module.css'
import type { Line } from './api.ts'

/** Shows as icon and label whether messages are sent from a number. */
export function NumberState({ state }: { state: Line['state'] }) {
  const { t } = useLingui()
  const isActive = state === 'active'
  const IconComponent = isActive ? IconCircleCheck : IconPlayerPause
  return (
    <span className={tick.tick} data-tone={isActive ? 'green' : 'yellow'}>
      <IconComponent className={tick.icon} size={14} stroke={2} aria-hidden />
      {isActive ? t`In use` : t`Paused`}
    </span>
  )
}
