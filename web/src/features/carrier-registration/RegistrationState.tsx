import { IconAlertCircle, IconCircleCheck, IconCircleDashed, IconClock } from '@tabler/icons-react'
import tick from '../../shared/ui/text/StatusTick.module.css'
import type { Registration } from './api.ts'
import { useRegistrationNames } from './useRegistrationNames.ts'

const icons = {
  not_started: [IconCircleDashed, 'dimmed'],
  submitting: [IconClock, 'blue'],
  in_review: [IconClock, 'blue'],
  approved: [IconCircleCheck, 'green'],
  rejected: [IconAlertCircle, 'red'],
} as const

/** Shows as icon and word where a registration is. */
export function RegistrationState({ state }: { state: Registration['state'] }) {
  const { states } = useRegistrationNames()
  const [IconComponent, tone] = icons[state]
  return (
    <span className={tick.tick} data-tone={tone}>
      <IconComponent className={tick.icon} size={14} stroke={2} aria-hidden />
      {states[state]}
    </span>
  )
}
