import { Popover, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, type KeyboardEvent, type ReactNode } from 'react'
import { LazySheet } from '../../../shared/ui/overlay/LazySheet.tsx'
import type { RuleFormProps } from '../tree/RuleForm.tsx'

const RuleForm = lazy(() => import('../tree/RuleForm.tsx'))

export interface RulePopoverProps extends Omit<RuleFormProps, 'isInPopover'> {
  isOpen: boolean
  onClose: () => void
  title: string
  /** The element that the popover is attached to: a chip, or the button that adds one. */
  target: ReactNode
}

/** Shows the form of one rule: a popover at its chip, a sheet on phones. */
export function RulePopover({ isOpen, onClose, title, target, ...form }: RulePopoverProps) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const content = (
    <Suspense fallback={<Skeleton height={116} radius="md" />}>
      <RuleForm {...form} isInPopover={!isPhone} />
    </Suspense>
  )
  if (isPhone)
    return (
      <>
        {target}
        <LazySheet isOpen={isOpen} onClose={onClose} title={title}>
          {content}
        </LazySheet>
      </>
    )
  // Escape closes an open dropdown first, then the popover.
  function closeByKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.currentTarget.querySelector('[aria-haspopup][aria-expanded="true"]')) return
    event.stopPropagation()
    onClose()
  }
  return (
    <Popover
      opened={isOpen}
      onDismiss={onClose}
      position="bottom-start"
      width={320}
      trapFocus
      returnFocus
      closeOnEscape={false}
      withRoles={false}
      shadow="md"
    >
      <Popover.Target>
        <span>{target}</span>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label={title} onKeyDown={closeByKey}>
        {content}
      </Popover.Dropdown>
    </Popover>
  )
}
