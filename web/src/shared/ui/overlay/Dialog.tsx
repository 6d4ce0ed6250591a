import { Modal, type ModalProps } from '@mantine/core'
import { useEscapeToClose } from './useEscapeToClose.ts'

/** A modal dialog. Escape closes it unless another dialog is above it. */
export function Dialog({ closeOnEscape = true, ...props }: ModalProps) {
  const root = useEscapeToClose<HTMLDivElement>(props.opened && closeOnEscape, props.onClose)
  return <Modal ref={root} closeOnEscape={false} {...props} />
}
