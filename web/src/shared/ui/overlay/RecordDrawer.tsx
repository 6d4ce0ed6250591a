import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Drawer, Group } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { IconArrowLeft, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CloseAsksContext, useCloseAsks } from './close-asks.ts'
import { Hint } from './Hint.tsx'
import classes from './RecordDrawer.module.css'
import { useEscapeToClose } from './useEscapeToClose.ts'

export interface RecordDrawerProps {
  isOpen: boolean
  /** Returns to the URL of the list. */
  onClose: () => void
  /** The name of the record; may be a PersonChip. */
  title: ReactNode
  children: ReactNode
  /** The previous and next record of the list, also by K and J; absent at the ends. */
  onPrevious?: () => void
  onNext?: () => void
  /** Sticky at the bottom: SaveState with `data-start`, then buttons. */
  footer?: ReactNode
  /** Menu and actions next to the title. */
  actions?: ReactNode
}

/**
 * Shows one record next to its list: 480 px at the end of the page, full screen on phones. The caller controls its URL. A form
 * in it that uses `useUnsaved` is asked before it closes.
 */
export function RecordDrawer({
  isOpen,
  onClose,
  title,
  children,
  onPrevious,
  onNext,
  footer,
  actions,
}: RecordDrawerProps) {
  const { t } = useLingui()
  const { setAsks, close } = useCloseAsks(onClose)
  const content = useEscapeToClose<HTMLDivElement>(isOpen, close)
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  useHotkeys(
    isOpen
      ? [
          ['j', () => onNext?.()],
          ['k', () => onPrevious?.()],
        ]
      : [],
  )
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={close}
      closeOnEscape={false}
      size={isPhone ? '100%' : 480}
      position="right"
      transitionProps={{ duration: isPhone ? 140 : 200, timingFunction: 'cubic-bezier(.2,.8,.2,1)' }}
    >
      {!isPhone && <Drawer.Overlay backgroundOpacity={0.2} />}
      <Drawer.Content ref={content} classNames={{ content: classes.content ?? '' }}>
        <Drawer.Header className={classes.header ?? ''}>
          {isPhone && (
            <ActionIcon onClick={close} aria-label={t`Back`}>
              <IconArrowLeft size={20} stroke={1.75} className="mantine-rotate-rtl" />
            </ActionIcon>
          )}
          <Drawer.Title className={classes.title ?? ''}>{title}</Drawer.Title>
          <Group gap={0} wrap="nowrap">
            {actions}
            {(onPrevious || onNext) && (
              <>
                <Hint label={t`Previous (K)`}>
                  <ActionIcon onClick={onPrevious} disabled={!onPrevious} aria-label={t`Previous`}>
                    <IconChevronUp size={18} stroke={1.75} />
                  </ActionIcon>
                </Hint>
                <Hint label={t`Next (J)`}>
                  <ActionIcon onClick={onNext} disabled={!onNext} aria-label={t`Next`}>
                    <IconChevronDown size={18} stroke={1.75} />
                  </ActionIcon>
                </Hint>
              </>
            )}
            {!isPhone && <Drawer.CloseButton size={36} iconSize={18} aria-label={t`Close`} />}
          </Group>
        </Drawer.Header>
        <Drawer.Body className={classes.body ?? ''}>
          <CloseAsksContext value={setAsks}>{children}</CloseAsksContext>
        </Drawer.Body>
        {footer && <div className={classes.footer}>{footer}</div>}
      </Drawer.Content>
    </Drawer.Root>
  )
}
