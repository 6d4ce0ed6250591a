import { Popover } from '@mantine/core'
import { Suspense, useState, type ReactElement, type ReactNode } from 'react'
import { lazyPart } from '../../../shared/lib/lazy-part.ts'
import { LateOverlay } from '../../../shared/ui/overlay/LateOverlay.tsx'
import type { AssignChoicesProps } from './AssignChoices.tsx'
import type { SnoozeChoicesProps } from './SnoozeChoices.tsx'
import type { TagChoicesProps } from './TagChoices.tsx'

const AssignChoices = lazyPart(() => import('./AssignChoices.tsx'))
const SnoozeChoices = lazyPart(() => import('./SnoozeChoices.tsx'))
const TagChoices = lazyPart(() => import('./TagChoices.tsx'))

/** The button and the placement of a popover with choices. */
interface Opener {
  /** A button; it receives the click handler. */
  children: ReactElement<{ onClick?: () => void }>
  label: string
  /** Opens above the button where there is no space below it. */
  opensUp?: boolean
}

interface PickPopoverProps extends Opener {
  width: number
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  choices: ReactNode
}

function PickPopover({ children, label, opensUp = false, width, isOpen, onOpen, choices }: PickPopoverProps) {
  return (
    <LateOverlay
      button={children}
      popup="dialog"
      isOpen={isOpen}
      onOpen={onOpen}
      renderOverlay={(target, opened) => (
        <Popover
          opened={opened}
          onChange={onOpen}
          position={opensUp ? 'top-end' : 'bottom-end'}
          // The choices load after the popover has opened, so its position must be recomputed.
          preventPositionChangeWhenVisible={false}
          width={width}
          trapFocus
          returnFocus
        >
          <Popover.Target>{target}</Popover.Target>
          <Popover.Dropdown p={4} aria-label={label}>
            <Suspense fallback={null}>{choices}</Suspense>
          </Popover.Dropdown>
        </Popover>
      )}
    />
  )
}

/** A button that lists the teammates to assign; closes after a choice. Its code loads when it opens. */
export function AssignMenu({ children, label, opensUp, onAssign, ...rest }: Opener & AssignChoicesProps) {
  const [isOpen, setOpen] = useState(false)
  const assign: AssignChoicesProps['onAssign'] = (assignee) => {
    setOpen(false)
    onAssign(assignee)
  }
  const choices = <AssignChoices {...rest} onAssign={assign} />
  return (
    <PickPopover label={label} opensUp={opensUp} width={260} isOpen={isOpen} onOpen={setOpen} choices={choices}>
      {children}
    </PickPopover>
  )
}

/** A button that lists snooze times; closes after a choice. */
export function SnoozeMenu({ children, label, opensUp, onSnooze, ...rest }: Opener & SnoozeChoicesProps) {
  const [isOpen, setOpen] = useState(false)
  const snooze: SnoozeChoicesProps['onSnooze'] = (until) => {
    setOpen(false)
    onSnooze(until)
  }
  const choices = <SnoozeChoices {...rest} onSnooze={snooze} />
  return (
    <PickPopover label={label} opensUp={opensUp} width={320} isOpen={isOpen} onOpen={setOpen} choices={choices}>
      {children}
    </PickPopover>
  )
}

/** A button that lists the tags; stays open so that several can be added. */
export function TagPopover({ children, label, opensUp, ...rest }: Opener & TagChoicesProps) {
  const [isOpen, setOpen] = useState(false)
  const choices = <TagChoices {...rest} />
  return (
    <PickPopover label={label} opensUp={opensUp} width={260} isOpen={isOpen} onOpen={setOpen} choices={choices}>
      {children}
    </PickPopover>
  )
}
