import { Popover } from '@mantine/core'
import { Suspense, useState, type ReactElement, type ReactNode } from 'react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import { LateOverlay } from '../../shared/ui/LateOverlay.tsx'
import type { AssignChoicesProps } from './AssignChoices.tsx'
import type { SnoozeChoicesProps } from './SnoozeChoices.tsx'
import type { TagChoicesProps } from './TagChoices.tsx'

const AssignChoices = lazyPart(() => import('./AssignChoices.tsx'))
const SnoozeChoices = lazyPart(() => import('./SnoozeChoices.tsx'))
const TagChoices = lazyPart(() => import('./TagChoices.tsx'))

/** What opens the choices. */
interface Opener {
  /** A button; it is given what a press does. */
  children: ReactElement<{ onClick?: () => void }>
  label: string
  /** Above the button where there is no room below it. */
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
          // The choices come after it opened: only then is known whether they have room.
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

/** Teammates behind a button; closes when one is chosen. Its code comes when it opens. */
export function AssignMenu({ children, label, opensUp, onAssign, ...rest }: Opener & AssignChoicesProps) {
  const [isOpen, setOpen] = useState(false)
  const assign: AssignChoicesProps['onAssign'] = (one) => {
    setOpen(false)
    onAssign(one)
  }
  const choices = <AssignChoices {...rest} onAssign={assign} />
  return (
    <PickPopover label={label} opensUp={opensUp} width={260} isOpen={isOpen} onOpen={setOpen} choices={choices}>
      {children}
    </PickPopover>
  )
}

/** Times behind a button; closes when one is chosen. */
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

/** Tags behind a button; stays open while several are put on. */
export function TagPopover({ children, label, opensUp, ...rest }: Opener & TagChoicesProps) {
  const [isOpen, setOpen] = useState(false)
  const choices = <TagChoices {...rest} />
  return (
    <PickPopover label={label} opensUp={opensUp} width={260} isOpen={isOpen} onOpen={setOpen} choices={choices}>
      {children}
    </PickPopover>
  )
}
