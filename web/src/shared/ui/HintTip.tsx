import { Tooltip, type TooltipProps } from '@mantine/core'
import { useEffect, useId } from 'react'

export interface HintTipProps extends Pick<TooltipProps, 'position' | 'maw'> {
  target: HTMLElement
  label: string
  onClose: () => void
}

/** The words of a hint beside what they are about; Escape takes them away. */
export function HintTip({ target, onClose, ...look }: HintTipProps) {
  const id = useId()
  useEffect(() => {
    const before = target.getAttribute('aria-describedby')
    target.setAttribute('aria-describedby', before ? `${before} ${id}` : id)
    return () => {
      if (before === null) target.removeAttribute('aria-describedby')
      else target.setAttribute('aria-describedby', before)
    }
  }, [target, id])
  useEffect(() => {
    const hear = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [onClose])
  return <Tooltip {...look} id={id} role="tooltip" target={target} opened multiline={look.maw !== undefined} />
}
