import { useLingui } from '@lingui/react/macro'
import { IconCircleCheck, IconPlayerPause } from '@tabler/icons-react'
import tick from '../../../shared/ui/StatusTick.module.css'
import type { Line } from './api.ts'

/** Whether texts leave from a number, as icon and word. */
export function NumberState({ state }: { state: Line['state'] }) {
  const { t } = useLingui()
  const isActive = state === 'active'
  const Shown = isActive ? IconCircleCheck : IconPlayerPause
  return (
    <span className={tick.tick} data-tone={isActive ? 'green' : 'yellow'}>
      <Shown className={tick.icon} size={14} stroke={2} aria-hidden />
      {isActive ? t`In use` : t`Paused`}
    </span>
  )
}
