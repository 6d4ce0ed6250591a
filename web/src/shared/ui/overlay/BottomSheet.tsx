import { useLingui } from '@lingui/react/macro'
import { Drawer } from '@mantine/core'
import { useDrag } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './BottomSheet.module.css'
import { useEscapeToClose } from './useEscapeToClose.ts'

export interface BottomSheetProps {
  isOpen: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

const dismissPx = 64

/**
 * Shows on a phone what is a menu or popover on a desktop: a sheet of at most 90% height, closed by the close button,
 * the backdrop, Escape or a swipe on the handle.
 */
export function BottomSheet({ isOpen, onClose, title, children }: BottomSheetProps) {
  const { t } = useLingui()
  const { ref } = useDrag(
    ({ last, movement }) => {
      if (last && movement[1] > dismissPx) onClose()
    },
    { axis: 'y' },
  )
  const content = useEscapeToClose<HTMLDivElement>(isOpen, onClose)
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} closeOnEscape={false} position="bottom" size="auto">
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content ref={content} classNames={{ content: classes.content ?? '' }} radius={0}>
        <div ref={ref} style={{ touchAction: 'none' }}>
          <div className={classes.handle} />
          <Drawer.Header className={classes.header ?? ''}>
            <Drawer.Title>{title}</Drawer.Title>
            <Drawer.CloseButton size={36} iconSize={18} aria-label={t`Close`} />
          </Drawer.Header>
        </div>
        <Drawer.Body className={classes.body ?? ''}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
